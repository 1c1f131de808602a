import { Dialog as Base } from "@base-ui/react/dialog";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import backdrop from "./Backdrop.module.css";
import styles from "./Dialog.module.css";
import { LastError } from "./LastError";
import { isOnAnnouncement } from "./Toast";
import { useCloseOnBack } from "./useCloseOnBack";
import { useInertBackground } from "./useInertBackground";

/**
 * A titled box over the page. Focus stays inside and returns afterwards; Escape, the back button and the backdrop
 * close it; with `holds`, the backdrop does not. `focusAfter` is where the focus goes, if not back to where it came
 * from; `focusFirst` gets it first, if not the first control. `large` content stands below the words, and beside everything where the screen is low.
 */
export function Dialog({
  open,
  onClose,
  title,
  children,
  large,
  actions,
  holds = false,
  focusAfter,
  focusFirst,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  large?: ReactNode;
  actions?: ReactNode;
  holds?: boolean;
  focusAfter?: () => HTMLElement | null;
  focusFirst?: () => HTMLElement | null;
}) {
  useCloseOnBack(open, onClose);
  const menu = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (open) menu.current = buttonOfMenu();
  }, [open]);
  const covers = useInertBackground(open);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, { event }) => next || isOnAnnouncement(event) || onClose()}
      disablePointerDismissal={holds}
    >
      {/* Not in the pane from which it is opened, which is a part of the inert page then. */}
      <Base.Portal container={document.body}>
        <Base.Backdrop forceRender className={backdrop.backdrop} />
        <Base.Popup
          {...covers}
          className={styles.popup}
          initialFocus={() => focusFirst?.() ?? true}
          finalFocus={() => focusAfter?.() ?? menu.current ?? true}
        >
          <Base.Title className={styles.title}>{title}</Base.Title>
          <div className={styles.body}>{children}</div>
          {large && <div className={styles.large}>{large}</div>}
          <LastError inFlow />
          {actions && <div className={styles.actions}>{actions}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** The button of the menu that has the focus, whose items are gone once a dialog closes that one of them opened. */
function buttonOfMenu(): HTMLElement | null {
  const menu = document.activeElement?.closest('[role="menu"]');
  return document.getElementById(menu?.getAttribute("aria-labelledby") ?? "");
}

/** The words of a dialog; screen readers announce them when it opens. */
export function DialogWords({ children }: { children: ReactNode }) {
  return <Base.Description>{children}</Base.Description>;
}
