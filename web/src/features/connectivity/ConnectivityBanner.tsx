import { useConvexConnectionState } from "convex/react";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import * as connectivityWords from "../../locales/connectivity";
import { Progress } from "../../ui/Progress";
import styles from "./ConnectivityBanner.module.css";

const PATIENCE_MS = 600;

/** One line while the connection is being restored, above any dialog. Interruptions shorter than `PATIENCE_MS` are not shown. */
export function ConnectivityBanner() {
  const { isWebSocketConnected, hasEverConnected } = useConvexConnectionState();
  const isLost = useDelayedTrue(hasEverConnected && !isWebSocketConnected, PATIENCE_MS);
  return createPortal(
    // Dialogs hide the rest of the page from screen readers, except elements with `aria-live`.
    <div className={styles.connection} role="status" aria-live="polite">
      {isLost && (
        <>
          <Progress value={null} label={connectivityWords.restoring()} />
          <p className={styles.words}>{connectivityWords.offline()}</p>
        </>
      )}
    </div>,
    document.body,
  );
}

/** True once `value` has been true for `patience` milliseconds. */
function useDelayedTrue(value: boolean, patience: number): boolean {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (!value) return;
    const timer = setTimeout(() => setHeld(true), patience);
    return () => {
      clearTimeout(timer);
      setHeld(false);
    };
  }, [value, patience]);
  return held;
}
