import { Suspense } from "react";
import { createPortal } from "react-dom";
import { lazyWithRetry } from "../../ui/lazyWithRetry";
import { useAnnouncement } from "./announcement";

export const fetchInFlow = () => import("./InFlowPopup");
const InFlowPopup = lazyWithRetry(fetchInFlow);

/**
 * Announces two members in flow, over everything else. It is no dialog, because it arrives by itself: a member who is
 * typing keeps the focus and every key.
 */
export function InFlowAnnouncer() {
  const announced = useAnnouncement();
  return createPortal(
    <div role="status" aria-live="polite">
      <Suspense>{announced && <InFlowPopup key={announced.username} other={announced} />}</Suspense>
    </div>,
    document.body,
  );
}
