import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import { useCovers } from "./covers";
import { Icon } from "./Icon";
import { LastError } from "./LastError";
import over from "./Over.module.css";
import styles from "./Popup.module.css";
import { isOnAnnouncement } from "./Toast";

/**
 * Something large over the page: the whole screen on a phone. On a desktop a `stage` stands in the middle; a `side`
 * stands at the right edge, as soon as there is room beside it. Escape, the cross and the backdrop close it; whoever
 * opens it by an address closes it by going back.
 */
export function Popup({
  open = true,
  onClose,
  label,
  kind = "stage",
  children,
}: {
  open?: boolean;
  onClose: () => void;
  label: string;
  kind?: "stage" | "side";
  children: ReactNode;
}) {
  const covers = useCovers(open);
  return (
    <Base.Root open={open} onOpenChange={(next, { event }) => next || isOnAnnouncement(event) || onClose()}>
      <Base.Portal>
        <Base.Backdrop className={over.veil} />
        <Base.Popup {...covers} className={styles.popup} data-kind={kind} aria-label={label}>
          {children}
          <LastError />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** The cross that closes the popup around it. */
export function PopupClose({ label = "Close" }: { label?: string }) {
  return (
    <Base.Close className={styles.close} aria-label={label}>
      <Icon name="close" />
    </Base.Close>
  );
}
