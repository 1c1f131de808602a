import type { ReactNode } from "react";
import { toast } from "./Toast";

const SOON = "Coming Soon!";

/** A button for what is announced. It does nothing but say so: a title alone does not exist on a touch screen. */
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
