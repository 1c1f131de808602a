import { productName } from "../../lib/deployment";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { AGE_MIN } from "./rules";

export function TermsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Terms and conditions"
      actions={
        <Button variant="primary" onClick={onClose}>
          Understood
        </Button>
      }
    >
      <DialogWords>
        You must be at least {AGE_MIN} years old to use {productName}.
      </DialogWords>
      <p>
        Share photographs that are yours to share. What you post stays yours; you let {productName} show it to
        the members you post it to.
      </p>
      <p>Nudity, harassment and hate have no place here. Photos are checked before they are published.</p>
      <p>You may delete your account at any time, and everything that belongs to it goes with it.</p>
    </Dialog>
  );
}
