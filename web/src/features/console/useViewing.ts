import { useMutation } from "convex/react";
import { useEffect } from "react";
import { api, type CaseId } from "../../api";

/** The server forgets a moderator after 45 seconds without a sign. */
const AGAIN_MS = 20_000;

/** Shows the other moderators that the viewer looks at this case, as long as it is open and on the screen. */
export function useViewing(caseId: CaseId, isOpen: boolean): void {
  const viewCase = useMutation(api.moderation.viewCase);
  useEffect(() => {
    if (!isOpen) return;
    // A sign that is lost is followed by the next one.
    const show = (viewing: boolean) => void viewCase({ caseId, viewing }).catch(() => undefined);
    show(true);
    const timer = setInterval(() => show(true), AGAIN_MS);
    return () => {
      clearInterval(timer);
      show(false);
    };
  }, [viewCase, caseId, isOpen]);
}
