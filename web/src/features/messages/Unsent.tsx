import { useConvexConnectionState } from "convex/react";
import styles from "./ChatMessage.module.css";
import { drop, retry, type Unsent as UnsentMessage } from "./outbox";

const LATE = "The server has trouble with this. It is tried again, and what you wrote after it waits.";

/** How it stands with a message that the server does not have yet, or did not take. */
export function Unsent({ unsent: { clientId, objection, isLate } }: { unsent: UnsentMessage }) {
  const { isWebSocketConnected } = useConvexConnectionState();
  if (!objection && !(isLate && isWebSocketConnected))
    return <p className={styles.when}>{isWebSocketConnected ? "Sending…" : "Waiting for the connection"}</p>;
  return (
    <div className={styles.failed} role="alert">
      <span>{objection ?? LATE}</span>
      {objection && (
        <button type="button" onClick={() => void retry(clientId)}>
          Try again
        </button>
      )}
      <button type="button" onClick={() => void drop(clientId)}>
        Discard
      </button>
    </div>
  );
}
