import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type PolicyDocument } from "../../api";
import { productName } from "../../lib/deployment";
import { wordsFor } from "../../lib/refusal";
import * as words from "../../locales/acceptance";
import * as actionsWords from "../../locales/actions";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { toast } from "../../ui/Toast";
import { useOptionalQuery } from "../../ui/useOptionalQuery";
import { Documents } from "./Documents";
import { postpone, usePostponed } from "./postponed";

/** New terms or rules to accept. A member may put it off: then they read, and write nothing. */
export function AcceptDialog() {
  const documents = useOptionalQuery(api.policies.getPending, {});
  return documents?.length ? <Question documents={documents} /> : null;
}

function Question({ documents }: { documents: PolicyDocument[] }) {
  const accept = useMutation(api.policies.accept);
  const [isBusy, setBusy] = useState(false);
  const key = documents.map(({ kind, version }) => `${kind} ${version}`).join();
  const isOpen = usePostponed() !== key;
  async function acceptAll(): Promise<void> {
    setBusy(true);
    try {
      for (const { kind, version } of documents) await accept({ kind, version });
      toast(words.accepted());
    } catch (error) {
      toast(wordsFor(error, words.couldntAccept()), { tone: "danger" });
    }
    setBusy(false);
  }
  return (
    <Dialog
      open={isOpen}
      onClose={() => postpone(key)}
      holds
      title={words.title()}
      actions={
        <>
          <Button variant="ghost" onClick={() => postpone(key)}>
            {words.later()}
          </Button>
          <Button variant="primary" disabled={isBusy} onClick={() => void acceptAll()}>
            {isBusy ? actionsWords.wait() : words.accept()}
          </Button>
        </>
      }
    >
      <DialogWords>{words.hint({ product: productName })}</DialogWords>
      <Documents documents={documents} />
    </Dialog>
  );
}
