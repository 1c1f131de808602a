import * as contentWarningWords from "../../locales/contentWarning";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";

/** The check of the photograph said no, in these words; null while it did not. Closing it clears the form. */
export function ContentWarning({ words, onClose }: { words: string | null; onClose: () => void }) {
  return (
    <Dialog
      open={words !== null}
      onClose={onClose}
      title={contentWarningWords.title()}
      actions={
        <Button variant="primary" onClick={onClose}>
          {contentWarningWords.understood()}
        </Button>
      }
    >
      <DialogWords>
        {words} <br />
        {contentWarningWords.notAllowed()}
      </DialogWords>
    </Dialog>
  );
}
