import { type ReactNode, useEffect } from "react";
import type { Message, MessageId } from "../../../api";
import * as messageWords from "../../../locales/message";
import { useNow } from "../../../ui/useNow";
import { ChatMessage, type OnReply } from "./ChatMessage";
import { groupingOf } from "./groups";
import { type MessagePosition, type MessageRow, storedRow } from "./messageRows";
import styles from "./Thread.module.css";
import { newestRows } from "./useScrollAnchor";
import { useThread } from "./useThread";

/** With fewer rows than this above the rendered ones, the next older page is requested. */
const RESERVE = 30;

/** The messages, the newest at the bottom; none of them jumps, wherever new ones arrive. */
export function Thread({
  pending,
  pages,
  messageOf,
  above,
  below,
  readKey = null,
  unreadKey = null,
  isWhole = true,
  onReply,
  onVisibleRange,
  onNearTop,
}: {
  /** Pending messages, newest first. */
  pending: readonly MessageRow[];
  /** Where messages stand, newest first; the same arrays as long as nothing comes or goes. */
  pages: readonly (readonly MessagePosition[])[];
  /** A message; undefined while its page is unsubscribed, so that its room is kept. */
  messageOf: (id: MessageId) => Message | undefined;
  above?: ReactNode;
  below?: ReactNode;
  readKey?: string | null;
  unreadKey?: string | null;
  /** Whether there is nothing older than these pages. */
  isWhole?: boolean;
  onReply: OnReply;
  /** Gets the range of rendered messages, counted from the newest. */
  onVisibleRange?: (from: number, to: number) => void;
  onNearTop?: (() => void) | undefined;
}) {
  const stored = pages.flat();
  const thread = useThread([pending, ...pages], newestRows(pending, stored));
  const { from, to } = thread.drawn;
  const ahead = pending.length;
  const rows = [...pending, ...stored];
  const hidden = rows.length - to;
  const now = useNow();
  useEffect(() => {
    onVisibleRange?.(from - ahead, to - ahead);
  }, [from, to, ahead, onVisibleRange]);
  useEffect(() => {
    if (hidden < RESERVE) onNearTop?.();
  }, [hidden, onNearTop]);
  function drawnRow(position: MessageRow | MessagePosition, at: number): ReactNode {
    const { key } = position;
    const newer = rows[from + at - 1];
    const older = rows[from + at + 1] ?? (isWhole ? "none" : undefined);
    const message = "id" in position ? messageOf(position.id) : undefined;
    const row = "of" in position ? position : message && storedRow(message);
    if (!row) return <li key={key} data-key={key} style={{ height: thread.heights.of(position) }} />;
    return (
      <ChatMessage
        key={key}
        ref={thread.heights.measure}
        row={row}
        grouping={groupingOf(row, older, newer, unreadKey)}
        now={now}
        isRead={key === readKey}
        isFirstUnread={key === unreadKey}
        onReply={onReply}
      />
    );
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it with the arrow keys */}
      <section ref={thread.list} className={styles.list} aria-label={messageWords.list()} tabIndex={0}>
        <div ref={thread.content} className={styles.content}>
          {above}
          <ol style={{ paddingTop: thread.drawn.above, paddingBottom: thread.drawn.below }}>
            {rows.slice(from, to).map(drawnRow).reverse()}
          </ol>
          {below}
        </div>
      </section>
      {thread.hasNew && (
        <button type="button" className={styles.pill} onClick={thread.toEnd}>
          {messageWords.newMessages()}
        </button>
      )}
    </>
  );
}
