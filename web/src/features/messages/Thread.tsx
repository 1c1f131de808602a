import { type ReactNode, useEffect } from "react";
import type { Message } from "../../api";
import styles from "./Chat.module.css";
import { ChatMessage } from "./ChatMessage";
import type { Line } from "./lines";
import { useNow } from "./useNow";
import { useThread } from "./useThread";

/** With fewer lines than this above what is drawn, older ones are asked for. */
const RESERVE = 30;

/** What was said, the newest at the bottom; nothing jumps, wherever something comes. */
export function Thread({
  lines,
  above,
  below,
  readKey = null,
  unreadKey = null,
  onReply,
  onNearTop,
}: {
  lines: Line[];
  above?: ReactNode;
  below?: ReactNode;
  readKey?: string | null;
  unreadKey?: string | null;
  onReply: ((to: Message) => void) | null;
  onNearTop?: (() => void) | undefined;
}) {
  const thread = useThread(
    lines.map(({ key }) => key),
    lines.at(-1),
  );
  const { from, to } = thread.drawn;
  const now = useNow();
  useEffect(() => {
    if (from < RESERVE) onNearTop?.();
  }, [from, onNearTop]);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no pointer scrolls it with the arrow keys */}
      <section ref={thread.list} className={styles.list} aria-label="Messages" tabIndex={0}>
        <div ref={thread.content} className={styles.content}>
          {above}
          <ol style={{ paddingTop: thread.drawn.above, paddingBottom: thread.drawn.below }}>
            {lines.slice(from, to).map((line) => (
              <ChatMessage
                key={line.key}
                ref={thread.measure}
                line={line}
                now={now}
                isRead={line.key === readKey}
                isFirstUnread={line.key === unreadKey}
                onReply={onReply}
              />
            ))}
          </ol>
          {below}
        </div>
      </section>
      {thread.hasNew && (
        <button type="button" className={styles.pill} onClick={thread.toEnd}>
          new messages
        </button>
      )}
    </>
  );
}
