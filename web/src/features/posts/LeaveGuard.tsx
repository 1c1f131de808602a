import { useEffect } from "react";
import * as leavingWords from "../../locales/leaving";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { useLeaveQuestion } from "../../ui/Router";

/** Confirms leaving a page with unsent changes; `onLeave` runs when the member leaves. */
export function LeaveGuard({ active, onLeave }: { active: boolean; onLeave?: () => void }) {
  const question = useLeaveQuestion(active);
  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [active]);
  const leave = () => {
    onLeave?.();
    question?.leave();
  };
  return (
    <Dialog
      open={question !== null}
      onClose={() => question?.stay()}
      title={leavingWords.title()}
      actions={
        <>
          <Button variant="danger" onClick={leave}>
            {leavingWords.leave()}
          </Button>
          <Button variant="primary" onClick={question?.stay}>
            {leavingWords.stay()}
          </Button>
        </>
      }
    >
      <DialogWords>{leavingWords.question()}</DialogWords>
    </Dialog>
  );
}
