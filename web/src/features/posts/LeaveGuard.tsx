import { useEffect } from "react";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { useLeaveQuestion } from "../../ui/Router";

/** Asks before one leaves with something unsent. */
export function LeaveGuard({ active }: { active: boolean }) {
  const question = useLeaveQuestion(active);
  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [active]);
  return (
    <Dialog
      open={question !== null}
      onClose={() => question?.stay()}
      title="Leave this page?"
      actions={
        <>
          <Button look="danger" onClick={question?.leave}>
            Leave
          </Button>
          <Button look="light" onClick={question?.stay}>
            Stay
          </Button>
        </>
      }
    >
      <DialogWords>Are you sure you want to leave? Your changes may not be saved.</DialogWords>
    </Dialog>
  );
}
