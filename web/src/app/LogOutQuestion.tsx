import * as words from "../locales/account";
import { Button } from "../ui/Button";
import { Dialog, DialogWords } from "../ui/Dialog";

/** Asks before messages that are not sent yet are lost. With none there is no question. */
export function LogOutQuestion({
  unsent,
  onLeave,
  onStay,
}: {
  unsent: number;
  onLeave: () => void;
  onStay: () => void;
}) {
  return (
    <Dialog
      open={unsent > 0}
      onClose={onStay}
      title={words.logOutQuestion()}
      actions={
        <>
          <Button variant="danger" onClick={onLeave}>
            {words.discard()}
          </Button>
          <Button variant="primary" onClick={onStay}>
            {words.stay()}
          </Button>
        </>
      }
    >
      <DialogWords>{words.unsent({ count: unsent })}</DialogWords>
    </Dialog>
  );
}
