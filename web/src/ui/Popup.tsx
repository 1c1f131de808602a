import { Dialog as Base } from "@base-ui/react/dialog";
import { type ReactNode, useRef } from "react";
import * as actionsWords from "../locales/actions";
import backdrop from "./Backdrop.module.css";
import { Icon } from "./Icon";
import { LastError } from "./LastError";
import styles from "./Popup.module.css";
import { isOnAnnouncement } from "./Toast";
import { useInertBackground } from "./useInertBackground";

interface PopupProps {
  open?: boolean;
  onClose: () => void;
  label: string;
  children: ReactNode;
}

/**
 * A large view over the page, as large as the window. Escape and the cross close it; a popup that is opened by an address
 * is closed by going back.
 */
export const Lightbox = (props: PopupProps) => <Popup {...props} kind="lightbox" />;

/** The same for a list, which from 700 pixels on is as narrow as a phone. With `sheet` it has two heights below that. */
export const Drawer = (props: PopupProps & { sheet?: "half" | "full" }) => <Popup {...props} kind="drawer" />;

/**
 * In its place beside a list, which stays usable: without a backdrop. Escape and the cross close it. `place` is the
 * element that it fills.
 */
export function Pane({ onClose, label, place, children }: PopupProps & { place: HTMLElement }) {
  const pane = useRef<HTMLDivElement>(null);
  /** To focus a control in it would scroll the page. */
  const whole = () => pane.current ?? true;
  return (
    <Base.Root
      open
      modal={false}
      disablePointerDismissal
      onOpenChange={(next, { event }) => next || isOnAnnouncement(event) || onClose()}
    >
      <Base.Portal container={place}>
        <Base.Popup ref={pane} className={styles.pane} aria-label={label} initialFocus={whole} data-pane>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function Popup({
  open = true,
  onClose,
  label,
  kind,
  sheet,
  children,
}: PopupProps & { kind: "lightbox" | "drawer"; sheet?: "half" | "full" | undefined }) {
  const inertBackground = useInertBackground(open);
  const popup = useRef<HTMLDivElement>(null);
  /** A focus ring around a control would be brighter than the foto. It appears with the first Tab. */
  const whole = () => popup.current ?? true;
  return (
    <Base.Root open={open} onOpenChange={(next, { event }) => next || isOnAnnouncement(event) || onClose()}>
      {/* Not in the pane from which it is opened, which is a part of the inert page then. */}
      <Base.Portal container={document.body}>
        <Base.Backdrop className={`${backdrop.backdrop} ${styles.backdrop}`} data-backdrop data-kind={kind} />
        <Base.Popup
          {...inertBackground}
          ref={popup}
          className={styles.popup}
          data-kind={kind}
          data-sheet={sheet}
          aria-label={label}
          initialFocus={kind === "lightbox" ? whole : true}
        >
          {children}
          <LastError />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** The cross that closes the popup around it. */
export function PopupClose({ label = actionsWords.close() }: { label?: string }) {
  return (
    <Base.Close className={styles.close} aria-label={label}>
      <Icon name="close" />
    </Base.Close>
  );
}
