import { Suspense } from "react";
import { createPortal } from "react-dom";
import { fetched } from "../../ui/late";
import { useAnnouncement } from "./announcement";

export const fetchInFlow = () => import("./InFlowPopup");
const InFlowPopup = fetched(fetchInFlow);

/**
 * Where two in flow are announced, over everything else. It is no dialog, because it arrives by itself: a member who is typing
 * keeps the focus and every key.
 */
export function InFlowPlace() {
  const announced = useAnnouncement();
  return createPortal(
    <div role="status" aria-live="polite">
      <Suspense>{announced && <InFlowPopup key={announced.username} other={announced} />}</Suspense>
    </div>,
    document.body,
  );
}
