import { useId, useState } from "react";
import { wordsFor } from "../../lib/refusal";
import * as actionsWords from "../../locales/actions";
import * as contentWarningWords from "../../locales/contentWarning";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { toast } from "../../ui/Toast";
import { useLastNonNull } from "../../ui/useLastNonNull";
import { askForReview, isJudgement, type RefusedPhoto } from "./review";

/**
 * The check of the photograph said no, in these words; null while it did not. Closing it clears the form. The check makes
 * mistakes: a moderator can look at `photo`, if the member asks.
 */
export function ContentWarning({
  words,
  photo,
  onClose,
}: {
  words: string | null;
  photo: RefusedPhoto;
  onClose: () => void;
}) {
  const understood = useId();
  // What it says and offers stays while the dialog fades.
  const said = useLastNonNull(words);
  const canAsk = useLastNonNull(words === null ? null : photo !== null && isJudgement(words)) ?? false;
  const { isBusy, ask } = useAsking(photo, onClose);
  return (
    <Dialog
      open={words !== null}
      onClose={onClose}
      title={contentWarningWords.title()}
      focusFirst={() => document.getElementById(understood)}
      actions={
        <>
          {canAsk && (
            <Button variant="ghost" disabled={isBusy} onClick={ask}>
              {isBusy ? actionsWords.wait() : contentWarningWords.ask()}
            </Button>
          )}
          <Button id={understood} variant="primary" onClick={onClose}>
            {contentWarningWords.understood()}
          </Button>
        </>
      }
    >
      <DialogWords>
        {said} <br />
        {contentWarningWords.notAllowed()}
      </DialogWords>
      {canAsk && <DialogWords>{contentWarningWords.askHint()}</DialogWords>}
    </Dialog>
  );
}

function useAsking(photo: RefusedPhoto, onClose: () => void) {
  const [isBusy, setBusy] = useState(false);

  async function ask(): Promise<void> {
    setBusy(true);
    try {
      const file = await photo?.();
      if (!file) throw new Error("The file is gone.");
      await askForReview(file);
      toast(contentWarningWords.asked());
      onClose();
    } catch (error) {
      toast(wordsFor(error, contentWarningWords.couldntAsk()), { tone: "danger" });
    }
    setBusy(false);
  }

  return { isBusy, ask };
}
