import { useEffect } from "react";
import * as leavingWords from "../../locales/leaving";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { useLeaveQuestion } from "../../ui/Router";

/**
 * Confirms leaving a page with unsent changes; `onLeave` runs when the member leaves. `keep` offers to save them first,
 * and answers whether that was done.
 */
export function LeaveGuard({
  active,
  onLeave,
  keep,
}: {
  active: boolean;
  onLeave?: () => void;
  keep?: { words: string; save: () => Promise<boolean> } | null;
}) {
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
  const saveAndLeave = async () => {
    if (await keep?.save()) question?.leave();
    else question?.stay();
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
          <Button variant={keep ? "secondary" : "primary"} onClick={question?.stay}>
            {leavingWords.stay()}
          </Button>
          {keep && (
            <Button variant="primary" onClick={saveAndLeave}>
              {keep.words}
            </Button>
          )}
        </>
      }
    >
      <DialogWords>{leavingWords.question()}</DialogWords>
    </Dialog>
  );
}
