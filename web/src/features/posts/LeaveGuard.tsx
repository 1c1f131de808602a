import { useEffect } from "react";
import { useBlocker } from "react-router";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";

/** Asks before one leaves with something unsent. */
export function LeaveGuard({ active }: { active: boolean }) {
  const blocker = useBlocker(active);
  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [active]);
  const stay = () => blocker.reset?.();
  return (
    <Dialog
      open={blocker.state === "blocked"}
      onClose={stay}
      title="Leave this page?"
      actions={
        <>
          <Button look="danger" onClick={() => blocker.proceed?.()}>
            Leave
          </Button>
          <Button look="light" onClick={stay}>
            Stay
          </Button>
        </>
      }
    >
      <p>Are you sure you want to leave? Your changes may not be saved.</p>
    </Dialog>
  );
}
