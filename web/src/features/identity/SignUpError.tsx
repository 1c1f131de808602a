import * as signUpWords from "../../locales/signUp";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import type { FieldError } from "./rules";

/** Once it is closed, the focus stands where something has to be changed. */
export function SignUpError({
  open,
  error,
  onClose,
}: {
  open: boolean;
  error: FieldError | null;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={signUpWords.error()}
      focusAfter={() => document.querySelector(`:is(form, [role="dialog"]) [name="${error?.field}"]`)}
      actions={
        <Button variant="primary" onClick={onClose}>
          {signUpWords.ok()}
        </Button>
      }
    >
      <DialogWords>{error?.words}</DialogWords>
    </Dialog>
  );
}
