import { type ReactNode, useEffect } from "react";
import type { Message, MessageId } from "../../api";
import { useNow } from "../../ui/useNow";
import styles from "./Chat.module.css";
import { ChatMessage, type OnReply } from "./ChatMessage";
import { type Line, type Spoken, storedLine } from "./lines";
import { lastsOf } from "./useStaying";
import { useThread } from "./useThread";

/** With fewer lines than this above what is drawn, older ones are asked for. */
const RESERVE = 30;

/** What was said, the newest at the bottom; nothing jumps, wherever something comes. */
export function Thread({
  unsent,
  pages,
  messageOf,
  above,
  below,
  readKey = null,
  unreadKey = null,
  onReply,
  onSee,
  onNearTop,
}: {
  /** What is on its way, newest first. */
  unsent: readonly Line[];
  /** Where messages stand, newest first; the same arrays as long as nothing comes or goes. */
  pages: readonly (readonly Spoken[])[];
  /** A message; undefined while it rests, so that its room is kept. */
  messageOf: (id: MessageId) => Message | undefined;
  above?: ReactNode;
  below?: ReactNode;
  readKey?: string | null;
  unreadKey?: string | null;
  onReply: OnReply;
  /** Hears which messages are drawn: from one to another, counted from the newest. */
  onSee?: (from: number, to: number) => void;
  onNearTop?: (() => void) | undefined;
}) {
  const stored = pages.flat();
  const thread = useThread([unsent, ...pages], lastsOf(unsent, stored));
  const { from, to } = thread.drawn;
  const ahead = unsent.length;
  const hidden = ahead + stored.length - to;
  const drawn = [
    ...unsent.slice(from, to),
    ...stored.slice(Math.max(0, from - ahead), Math.max(0, to - ahead)),
  ];
  const now = useNow();
  useEffect(() => {
    onSee?.(from - ahead, to - ahead);
  }, [from, to, ahead, onSee]);
  useEffect(() => {
    if (hidden < RESERVE) onNearTop?.();
  }, [hidden, onNearTop]);
  function drawnLine(place: Line | Spoken): ReactNode {
    const { key } = place;
    const message = "id" in place ? messageOf(place.id) : undefined;
    const line = "of" in place ? place : message && storedLine(message);
    if (!line) return <li key={key} data-key={key} style={{ height: thread.heights.of(place) }} />;
    return (
      <ChatMessage
        key={key}
        ref={thread.heights.measure}
        line={line}
        now={now}
        isRead={key === readKey}
        isFirstUnread={key === unreadKey}
        onReply={onReply}
      />
    );
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no pointer scrolls it with the arrow keys */}
      <section ref={thread.list} className={styles.list} aria-label="Messages" tabIndex={0}>
        <div ref={thread.content} className={styles.content}>
          {above}
          <ol style={{ paddingTop: thread.drawn.above, paddingBottom: thread.drawn.below }}>
            {drawn.reverse().map(drawnLine)}
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
