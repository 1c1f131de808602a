import { useConvexConnectionState } from "convex/react";
import { percent } from "../../../lib/measure";
import { Progress } from "../../../ui/Progress";
import { FileRefusal } from "../../posts/FileRefusal";
import type { Sent } from "../../posts/upload";
import { discard, retry, type PendingMessage as UnsentMessage } from "../outbox/outbox";
import { useProgress } from "../outbox/uploadProgress";
import styles from "./ChatMessage.module.css";

const RETRYING = "The server has trouble with this. It is tried again, and what you wrote after it waits.";

/** How it stands with a message that the server does not have yet, or did not take. */
export function PendingStatus({ message }: { message: UnsentMessage }) {
  const { isWebSocketConnected } = useConvexConnectionState();
  const { clientId, error, isContent, isFinal, isRetrying, awaitsUpload } = message;
  const sent = useProgress(clientId);
  if (error || (isRetrying && isWebSocketConnected))
    return (
      <div className={styles.failed} role="alert">
        <span>{error ? <FileRefusal words={error} /> : RETRYING}</span>
        {error && !isContent && !isFinal && (
          <button type="button" onClick={() => void retry(clientId)}>
            Try again
          </button>
        )}
        <button type="button" onClick={() => void discard(clientId)}>
          Discard
        </button>
      </div>
    );
  const words = isWebSocketConnected ? "Sending…" : "Waiting for the connection";
  if (!awaitsUpload) return <p className={styles.when}>{words}</p>;
  return (
    <div className={styles.uploading}>
      {sent && isWebSocketConnected ? <UploadBar {...sent} /> : <span>{words}</span>}
      <button type="button" aria-label="Cancel upload" onClick={() => void discard(clientId)}>
        Cancel
      </button>
    </div>
  );
}

/** How much of a foto has left, or that the server is at work on it. */
function UploadBar({ loaded, total }: Sent) {
  const isUp = loaded >= total;
  return (
    <div className={styles.progress}>
      <Progress label="Upload" value={isUp ? null : percent(loaded, total)} />
      <span>{isUp ? "Developing…" : `${percent(loaded, total)} %`}</span>
    </div>
  );
}
