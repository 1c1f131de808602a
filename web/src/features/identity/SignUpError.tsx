import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import type { Objection } from "./rules";

/** Once it is closed, the focus stands where something has to be changed. */
export function SignUpError({
  open,
  objection,
  onClose,
}: {
  open: boolean;
  objection: Objection | null;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Sign Up Error"
      focusAfter={() => document.querySelector(`:is(form, [role="dialog"]) [name="${objection?.field}"]`)}
      actions={
        <Button look="light" onClick={onClose}>
          OK
        </Button>
      }
    >
      <DialogWords>{objection?.words}</DialogWords>
    </Dialog>
  );
}
