import { type ComponentProps, type Ref, Suspense, useId, useRef, useState } from "react";
import type { Message } from "../../../api";
import { hasLinks } from "../../../lib/links";
import { ago } from "../../../lib/time";
import * as messageWords from "../../../locales/message";
import * as messagesWords from "../../../locales/messages";
import * as reportingWords from "../../../locales/reporting";
import { Drawing } from "../../../ui/Icon";
import { LinkedText } from "../../../ui/LinkedText";
import { lazyWithRetry } from "../../../ui/lazyWithRetry";
import { Flag, ReportDialog } from "../../moderation/ReportButton";
import styles from "./ChatMessage.module.css";
import { DayDivider } from "./DayDivider";
import type { Grouping } from "./groups";
import type { MessageRow } from "./messageRows";
import { OwnActions } from "./OwnActions";
import { PendingStatus } from "./PendingStatus";
import { Photo, WholePhoto } from "./Photo";
import { useNearness } from "./useNearness";
import { REPLY_KEY, useReplyGestures } from "./useReplyGestures";

const EditMessageDialog = lazyWithRetry(() => import("./EditMessageDialog"));

const REPLY = "M9.500 6.500 4 12l5.500 5.500M4 12h10a6 6 0 0 1 6 6";

/** What hears of a message that is to be answered; null where it cannot be, and `nothing` where not even be deleted. */
export type OnReply = ((to: Message) => void) | null | "nothing";

/**
 * One message. A tap on the member's own offers to reply, to edit and to delete; a swipe and a key reply to any, and so does a
 * button that only keys and screen readers reach. A flag beside another member's reports it.
 */
export function ChatMessage({
  row,
  grouping,
  now,
  isRead,
  isFirstUnread,
  onReply,
  ref,
}: {
  row: MessageRow;
  grouping: Grouping;
  now: Date;
  isRead: boolean;
  isFirstUnread: boolean;
  onReply: OnReply;
  ref: Ref<HTMLLIElement>;
}) {
  const stored = "stored" in row.of ? row.of.stored : null;
  const isEdited = stored?.editedAt !== undefined;
  const isTimed = grouping.isLastOfGroup || isRead || isEdited;
  const canReply = stored && !row.isDeleted && onReply !== null && onReply !== "nothing";
  const reply = canReply ? () => onReply(stored) : null;
  const { isPulled, handlers } = useReplyGestures(reply);
  return (
    <li
      ref={ref}
      {...handlers}
      data-pulled={isPulled || undefined}
      data-key={row.key}
      className={styles.message}
      data-own={row.isOwn || undefined}
      data-first={grouping.isFirstOfGroup || undefined}
      data-last={isTimed || undefined}
    >
      {grouping.isFirstOfDay && <DayDivider of={row.writtenAt} now={now} />}
      {isFirstUnread && <p className={styles.divider}>{messageWords.newest()}</p>}
      {isPulled && (
        <span className={styles.arrow}>
          <Drawing path={REPLY} turns />
        </span>
      )}
      {row.replyTo && <Answered replyTo={row.replyTo} />}
      {row.isOwn && !row.isDeleted ? (
        <Own row={row} message={stored} now={now} onReply={onReply} />
      ) : (
        <Others row={row} message={row.isDeleted ? null : stored} reply={reply} />
      )}
      {"pending" in row.of ? (
        <PendingStatus message={row.of.pending} isQuiet={!isTimed} />
      ) : (
        <p className={isTimed ? styles.when : "visually-hidden"}>
          <time dateTime={row.writtenAt}>{ago(new Date(row.writtenAt), now)}</time>
          {isEdited && ` · ${messageWords.edited()}`}
          {isRead && ` · ${messageWords.read()}`}
        </p>
      )}
    </li>
  );
}

function Others({
  row,
  message,
  reply,
}: {
  row: MessageRow;
  message: Message | null;
  reply: (() => void) | null;
}) {
  const { isNear, near, handlers } = useNearness();
  const [isReporting, setReporting] = useState(false);
  // The focus returns to the flag, which has to be there.
  const close = () => {
    near();
    setReporting(false);
  };
  return (
    <div className={styles.others} {...handlers}>
      <OthersBubble row={row} reply={reply} onClick={near} />
      {message && (isNear || isReporting) && (
        <Flag label={reportingWords.message()} className={styles.flag} onPress={() => setReporting(true)} />
      )}
      <ReportDialog
        subject={message && isReporting ? { kind: "message", id: message._id, username: null } : null}
        onClose={close}
      />
    </div>
  );
}

function OthersBubble({
  row,
  reply,
  onClick,
}: {
  row: MessageRow;
  reply: (() => void) | null;
  onClick: () => void;
}) {
  const [isWhole, setWhole] = useState(false);
  const reach = useRef<HTMLButtonElement>(null);
  const isPhoto = row.type === "photo" && !row.isDeleted;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a click gives the focus to the button inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys reach that button by themselves
    <div
      className={styles.bubble}
      data-deleted={row.isDeleted || undefined}
      data-type={row.isDeleted ? undefined : row.type}
      // For the key that follows a click.
      onClick={({ target, currentTarget }) => {
        onClick();
        const inside = (target as Element).closest("a, button");
        if (!inside || !currentTarget.contains(inside)) reach.current?.focus({ preventScroll: true });
      }}
    >
      {isPhoto ? (
        <button type="button" title={messageWords.openFoto()} onClick={() => setWhole(true)}>
          <Body row={row} />
        </button>
      ) : (
        <Body row={row} />
      )}
      {reply && (
        <button
          ref={reach}
          type="button"
          className={styles.reach}
          aria-label={messageWords.replyToThis()}
          aria-keyshortcuts={REPLY_KEY}
          onClick={reply}
        />
      )}
      <WholePhoto src={row.content} open={isWhole} onClose={() => setWhole(false)} />
    </div>
  );
}

/** The same element before and after the server has the message: nothing flickers when it has it. */
function Own({
  row,
  message,
  now,
  onReply,
}: {
  row: MessageRow;
  message: Message | null;
  now: Date;
  onReply: OnReply;
}) {
  const [isOpen, setOpen] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const bubble = useRef<HTMLButtonElement>(null);
  const [isWhole, setWhole] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears that the focus has left the buttons inside
    <div
      className={styles.own}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setOpen(false)}
    >
      <Bubble
        ref={bubble}
        row={row}
        disabled={!message || onReply === "nothing"}
        aria-expanded={isOpen}
        aria-keyshortcuts={onReply && message ? REPLY_KEY : undefined}
        onClick={(event) => {
          // Safari does not focus a clicked button, and the focus keeps the actions open.
          event.currentTarget.focus();
          setOpen((open) => !open);
        }}
      />
      {isOpen && message && onReply !== "nothing" && (
        <OwnActions
          message={message}
          now={now}
          onReply={onReply}
          onOpen={() => setWhole(true)}
          onEdit={() => {
            // The focus returns to the bubble: the actions are gone then.
            bubble.current?.focus();
            setEditing(true);
          }}
          onDone={() => setOpen(false)}
        />
      )}
      {isEditing && message && (
        <Suspense>
          <EditMessageDialog message={message} onClose={() => setEditing(false)} />
        </Suspense>
      )}
      <WholePhoto src={row.content} open={isWhole} onClose={() => setWhole(false)} />
    </div>
  );
}

/** A button cannot hold links: where there are some, it lies below the words. */
function Bubble({ row, ...button }: { row: MessageRow } & ComponentProps<"button">) {
  const id = useId();
  const { type, content } = row;
  if (type !== "text" || !hasLinks(content))
    return (
      <button type="button" className={styles.bubble} data-type={type} {...button}>
        <Body row={row} />
      </button>
    );
  return (
    <div className={styles.bubble} data-type={type}>
      <button type="button" className={styles.below} aria-labelledby={id} {...button} />
      <span id={id} dir="auto">
        <LinkedText text={content} />
      </span>
    </div>
  );
}

function Body({ row: { isDeleted, type, content, variants, of } }: { row: MessageRow }) {
  if (isDeleted) return <i>{messageWords.deleted()}</i>;
  if (type === "photo")
    return (
      <Photo src={content} variants={variants} pendingId={"pending" in of ? of.pending.clientId : null} />
    );
  return (
    <span dir="auto">
      <LinkedText text={content} />
    </span>
  );
}

function Answered({ replyTo }: { replyTo: NonNullable<MessageRow["replyTo"]> }) {
  const words = replyTo.isDeleted
    ? messageWords.deleted()
    : replyTo.type === "photo"
      ? messagesWords.foto()
      : replyTo.text;
  return (
    <p className={styles.answered}>
      <span className="visually-hidden">{messageWords.inReplyTo()} </span>
      <bdi>{words}</bdi>
    </p>
  );
}
