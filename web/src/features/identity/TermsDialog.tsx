import { productName } from "../../lib/deployment";
import { wordsFor } from "../../lib/refusal";
import * as policyWords from "../../locales/policies";
import * as words from "../../locales/terms";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { FailedPart } from "../../ui/ErrorBoundary";
import { BlocksSkeleton } from "../policies/BlocksSkeleton";
import { Documents } from "../policies/Documents";
import { type Read, useVisitorDocuments } from "../policies/useDocuments";
import { AGE_MIN } from "./rules";

export function TermsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { read, again } = useVisitorDocuments(open);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.title()}
      actions={
        <Button variant="primary" onClick={onClose}>
          {words.understood()}
        </Button>
      }
    >
      <DialogWords>{words.age({ age: AGE_MIN, product: productName })}</DialogWords>
      <Terms read={read} again={again} />
    </Dialog>
  );
}

/** The operator's terms and rules, or the app's own terms while the operator has written none. */
function Terms({ read, again }: { read: Read; again: () => Promise<void> }) {
  if (read.is === "coming") return <BlocksSkeleton />;
  if (read.is === "failed")
    return <FailedPart help={wordsFor(read.error, policyWords.couldntLoad())} onRetry={() => void again()} />;
  const accepted = read.documents.filter(({ kind }) => kind === "terms" || kind === "rules");
  const ownWords = !accepted.some(({ kind }) => kind === "terms");
  return (
    <>
      {ownWords && (
        <>
          <p>{words.sharing({ product: productName })}</p>
          <p>{words.rules()}</p>
          <p>{words.deletion()}</p>
        </>
      )}
      <Documents documents={accepted.toReversed()} />
    </>
  );
}
