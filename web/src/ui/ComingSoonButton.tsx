import type { ReactNode } from "react";
import * as actionsWords from "../locales/actions";
import { toast } from "./Toast";

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
    <button
      type="button"
      aria-disabled="true"
      title={actionsWords.soon()}
      className={className}
      onClick={() => toast(actionsWords.soon())}
    >
      {children}
    </button>
  );
}
