import { useState } from "react";
import { undoEmailChange } from "../features/identity/changes/requests";
import { EntryPage } from "../features/identity/EntryPage";
import { markSignedOut } from "../features/identity/session";
import { productName } from "../lib/deployment";
import { wordsFor } from "../lib/refusal";
import * as actions from "../locales/actions";
import * as words from "../locales/undoEmailChange";
import { paths } from "../paths";
import { Alert } from "../ui/Alert";
import { Button, ButtonLink } from "../ui/Button";

/** The link of an email to an account's former address, which undoes the change. Opening it alone changes nothing. */
export function UndoEmailChange() {
  const { error, isBusy, isDone, undo } = useUndo();
  return (
    <EntryPage
      title={isDone ? words.done() : words.title()}
      lead={isDone ? words.doneLead() : words.lead()}
      way={{ to: paths.login(), words: words.login() }}
    >
      <title>{words.pageTitle({ product: productName })}</title>
      {isDone ? (
        <ButtonLink variant="primary" wide to={paths.resetPassword()}>
          {words.choosePassword()}
        </ButtonLink>
      ) : (
        <>
          <Alert said={error} />
          <Button variant="primary" wide disabled={isBusy} onClick={undo}>
            {isBusy ? actions.wait() : words.undo()}
          </Button>
        </>
      )}
    </EntryPage>
  );
}

function useUndo() {
  const [error, setError] = useState<{ words: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);

  async function undo(): Promise<void> {
    setBusy(true);
    setError(null);
    try {
      await undoEmailChange(window.location.hash.slice(1));
      markSignedOut();
      setDone(true);
    } catch (refusal) {
      setError({ words: wordsFor(refusal, words.couldntUndo()) });
    }
    setBusy(false);
  }

  return { error, isBusy, isDone, undo };
}
