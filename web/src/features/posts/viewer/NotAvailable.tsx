import type { ReactNode } from "react";
import * as words from "../../../locales/notAvailable";
import { Button } from "../../../ui/Button";
import { EmptyState } from "../../../ui/EmptyState";

/** In place of a foto that is gone, or that the member may not see. */
export default function NotAvailable({ bar, onClose }: { bar: ReactNode; onClose: () => void }) {
  return (
    <>
      {bar}
      <EmptyState
        alert
        title={words.title()}
        help={words.hint()}
        action={<Button onClick={onClose}>{words.back()}</Button>}
      />
    </>
  );
}
