import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import styles from "./Dialog.module.css";

/** A titled box over the page. Focus stays inside and goes back; Escape and the backdrop close it unless `holds`. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  actions,
  holds = false,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  actions?: ReactNode;
  holds?: boolean;
}) {
  return (
    <Base.Root open={open} onOpenChange={(next) => next || onClose()} disablePointerDismissal={holds}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup className={styles.popup}>
          <Base.Title className={styles.title}>{title}</Base.Title>
          <div className={styles.body}>{children}</div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
