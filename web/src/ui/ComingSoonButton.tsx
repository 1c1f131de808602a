import type { ReactNode } from "react";
import { toast } from "./Toast";

const SOON = "Coming Soon!";

/**
 * A button for an announced feature. A press says that it is coming: a title alone does not exist on a touch screen.
 */
export function ComingSoonButton({
  className,
  children,
}: {
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <button type="button" aria-disabled="true" title={SOON} className={className} onClick={() => toast(SOON)}>
      {children}
    </button>
  );
}
