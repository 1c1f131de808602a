import { productName } from "../../lib/deployment";
import * as words from "../../locales/terms";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { AGE_MIN } from "./rules";

export function TermsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
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
      <p>{words.sharing({ product: productName })}</p>
      <p>{words.rules()}</p>
      <p>{words.deletion()}</p>
    </Dialog>
  );
}
