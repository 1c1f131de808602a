import { useConvexConnectionState } from "convex/react";
import { useEffect, useState } from "react";
import { Progress } from "../../ui/Progress";
import styles from "./Connection.module.css";

const PATIENCE_MS = 600;

/** One calm line while the connection is being restored. Short interruptions go unsaid. */
export function Connection() {
  const { isWebSocketConnected, hasEverConnected } = useConvexConnectionState();
  const isLost = useHeld(hasEverConnected && !isWebSocketConnected, PATIENCE_MS);
  return (
    <div role="status">
      {isLost && (
        <>
          <div className={styles.line}>
            <Progress value={null} label="Restoring the connection" />
          </div>
          <p className={styles.words}>Offline for a moment. Restoring…</p>
        </>
      )}
    </div>
  );
}

/** True once `value` has been true for `patience` milliseconds. */
function useHeld(value: boolean, patience: number): boolean {
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
