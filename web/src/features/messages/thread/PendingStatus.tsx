import { useConvexConnectionState } from "convex/react";
import { percent } from "../../../lib/measure";
import * as actionsWords from "../../../locales/actions";
import * as outboxWords from "../../../locales/outbox";
import { Progress } from "../../../ui/Progress";
import { FileRefusal } from "../../posts/FileRefusal";
import type { Sent } from "../../upload/upload";
import { discard, retry, type PendingMessage as UnsentMessage } from "../outbox/outbox";
import { useProgress } from "../outbox/uploadProgress";
import styles from "./ChatMessage.module.css";

/**
 * How it stands with a message that the server does not have yet, or did not take. While `isQuiet`, another message's
 * status says for sight that it is being sent.
 */
export function PendingStatus({ message, isQuiet = false }: { message: UnsentMessage; isQuiet?: boolean }) {
  const { isWebSocketConnected } = useConvexConnectionState();
  const { clientId, error, isContent, isFinal, isRetrying, awaitsUpload } = message;
  const sent = useProgress(clientId);
  if (error || (isRetrying && isWebSocketConnected))
    return (
      <div className={styles.failed} role="alert">
        <span>{error ? <FileRefusal words={error} /> : outboxWords.retrying()}</span>
        {error && !isContent && !isFinal && (
          <button type="button" onClick={() => void retry(clientId)}>
            {actionsWords.retry()}
          </button>
        )}
        <button type="button" onClick={() => void discard(clientId)}>
          {outboxWords.discard()}
        </button>
      </div>
    );
  const words = isWebSocketConnected ? outboxWords.sending() : outboxWords.waiting();
  if (!awaitsUpload) return <p className={isQuiet ? "visually-hidden" : styles.when}>{words}</p>;
  return (
    <div className={styles.uploading}>
      {sent && isWebSocketConnected ? <UploadBar {...sent} /> : <span>{words}</span>}
      <button type="button" aria-label={outboxWords.cancelUpload()} onClick={() => void discard(clientId)}>
        {actionsWords.cancel()}
      </button>
    </div>
  );
}

/** How much of a foto has left, or that the server is at work on it. */
function UploadBar({ loaded, total }: Sent) {
  const isUp = loaded >= total;
  return (
    <div className={styles.progress}>
      <Progress label={outboxWords.upload()} value={isUp ? null : percent(loaded, total)} />
      <span>{isUp ? outboxWords.processing() : `${percent(loaded, total)} %`}</span>
    </div>
  );
}
