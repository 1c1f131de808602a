import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";

/** The check of the photograph said no, in these words; null while it did not. Closing it clears the form. */
export function ContentWarning({ words, onClose }: { words: string | null; onClose: () => void }) {
  return (
    <Dialog
      open={words !== null}
      onClose={onClose}
      title="Content Warning"
      actions={
        <Button variant="primary" onClick={onClose}>
          Understood
        </Button>
      }
    >
      <DialogWords>
        {words} <br />
        This type of content is not allowed on our platform.
      </DialogWords>
    </Dialog>
  );
}
