import { type RefObject, useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { onStep } from "../lib/history";
import { SWIPE_PX } from "../lib/swipe";
import * as words from "../locales/toasts";
import { dismiss, useMessage } from "./Toast";
import styles from "./Toasts.module.css";

const PRESSABLE = "a, button, input, select, textarea, label, [role]";

/** Beside the app in the page, so that no dialog, which is also there, covers a toast. */
export default function Toasts() {
  const said = useMessage();
  const isShown = said !== null && !said.isOver;
  const pill = useRef<HTMLDivElement>(null);
  useDismissedBySwipe(isShown, pill);
  useDismissedByKey(isShown);
  useClearedByNextStep(said?.isOver === true);
  return createPortal(
    // Off by itself: a dialog hides its siblings from screen readers, except for live regions.
    <div className={styles.place} aria-live="off">
      <div ref={pill} className={isShown ? `${styles.toast} ${styles[said.tone]}` : undefined}>
        <div role="status" aria-live="polite">
          {isShown && (
            // A new element for each message: screen readers announce added elements only, also when the words
            // repeat.
            <p key={said.id}>
              {said.title && <strong>{said.title}</strong>} <span>{said.words}</span>
            </p>
          )}
        </div>
        {isShown && <DismissButton />}
      </div>
    </div>,
    document.body,
  );
}

function DismissButton() {
  return (
    <button
      type="button"
      className={styles.dismiss}
      aria-label={words.dismiss()}
      // The focus stays where it is.
      onMouseDown={(event) => event.preventDefault()}
      onClick={dismiss}
    >
      <span aria-hidden="true">×</span>
    </button>
  );
}

/** Escape keeps its other meanings: overlays hear it too. */
function useDismissedByKey(isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return;
    const listen = ({ key }: KeyboardEvent) => key === "Escape" && dismiss();
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, [isShown]);
}

/** An error that is over goes with the next thing that is pressed, or on the way to another screen. */
function useClearedByNextStep(isOver: boolean): void {
  useEffect(() => {
    if (!isOver) return;
    const listen = ({ target }: Event) => {
      if (target instanceof Element && target.closest(PRESSABLE)) dismiss();
    };
    window.addEventListener("click", listen);
    const stopListening = onStep(dismiss);
    return () => {
      window.removeEventListener("click", listen);
      stopListening();
    };
  }, [isOver]);
}

/**
 * Dismisses the toast by a swipe down or sideways. Elements below hear it too: a toast takes no press but that of its
 * button.
 */
function useDismissedBySwipe(isShown: boolean, pill: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!isShown) return;
    let from: Touch | undefined;
    const start = ({ touches: [finger] }: TouchEvent) => {
      from = finger && isWithin(finger, pill.current) ? finger : undefined;
    };
    const end = ({ changedTouches: [finger] }: TouchEvent) => {
      if (!from || !finger) return;
      const isAway = Math.abs(finger.clientX - from.clientX) > SWIPE_PX;
      if (isAway || finger.clientY - from.clientY > SWIPE_PX) dismiss();
    };
    window.addEventListener("touchstart", start, { passive: true });
    window.addEventListener("touchend", end, { passive: true });
    return () => {
      window.removeEventListener("touchstart", start);
      window.removeEventListener("touchend", end);
    };
  }, [isShown, pill]);
}

function isWithin({ clientX, clientY }: Touch, element: Element | null): boolean {
  const box = element?.getBoundingClientRect();
  if (!box) return false;
  return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
}
