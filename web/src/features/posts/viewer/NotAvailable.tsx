import type { ReactNode } from "react";
import * as viewerWords from "../../../locales/viewer";
import { Button } from "../../../ui/Button";
import { EmptyState } from "../../../ui/EmptyState";

/** In place of a foto that is gone, or that the member may not see. */
export default function NotAvailable({ bar, onClose }: { bar: ReactNode; onClose: () => void }) {
  return (
    <>
      {bar}
      <EmptyState
        alert
        title={viewerWords.notAvailable()}
        help={viewerWords.notAvailableHint()}
        action={<Button onClick={onClose}>{viewerWords.back()}</Button>}
      />
    </>
  );
}
