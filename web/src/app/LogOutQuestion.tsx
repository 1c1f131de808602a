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
      title="Log out?"
      actions={
        <>
          <Button variant="danger" onClick={onLeave}>
            Log out and discard
          </Button>
          <Button variant="primary" onClick={onStay}>
            Stay
          </Button>
        </>
      }
    >
      <DialogWords>
        {unsent === 1 ? "A message is not sent yet." : `${unsent} messages are not sent yet.`} What is not
        sent when you log out is lost.
      </DialogWords>
    </Dialog>
  );
}
