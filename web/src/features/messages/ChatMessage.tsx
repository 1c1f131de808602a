import { useMutation } from "convex/react";
import { type Ref, useState } from "react";
import { api, type Message } from "../../api";
import { wordsFor } from "../../lib/refusal";
import { ago } from "../../lib/time";
import { toast } from "../../ui/Toast";
import styles from "./ChatMessage.module.css";
import type { Line } from "./lines";
import { Unsent } from "./Unsent";

const DELETED = "[Message deleted]";

/** One message. One's own, touched, offers to be answered or deleted, where there is somebody to hear `onReply`. */
export function ChatMessage({
  line,
  now,
  isRead,
  isFirstUnread,
  onReply,
  ref,
}: {
  line: Line;
  now: Date;
  isRead: boolean;
  isFirstUnread: boolean;
  onReply: ((to: Message) => void) | null;
  ref: Ref<HTMLLIElement>;
}) {
  const stored = "stored" in line.of ? line.of.stored : null;
  return (
    <li ref={ref} data-key={line.key} className={styles.message} data-own={line.isOwn || undefined}>
      {isFirstUnread && <p className={styles.divider}>New</p>}
      {line.replyTo && <Answered replyTo={line.replyTo} />}
      {line.isOwn && !line.isDeleted ? (
        <Own line={line} message={stored} onReply={onReply} />
      ) : (
        <div
          className={styles.bubble}
          data-deleted={line.isDeleted || undefined}
          data-type={line.isDeleted ? undefined : line.type}
        >
          <Body line={line} />
        </div>
      )}
      {"unsent" in line.of ? (
        <Unsent unsent={line.of.unsent} />
      ) : (
        <p className={styles.when}>
          <time dateTime={line.writtenAt}>{ago(new Date(line.writtenAt), now)}</time>
          {isRead && " · Read"}
        </p>
      )}
    </li>
  );
}

/** The same element before and after the server has the message: nothing flickers when it has it. */
function Own({
  line,
  message,
  onReply,
}: {
  line: Line;
  message: Message | null;
  onReply: ((to: Message) => void) | null;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears that the focus has left the buttons inside
    <div
      className={styles.own}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setOpen(false)}
    >
      <button
        type="button"
        className={styles.bubble}
        data-type={line.type}
        disabled={!message || !onReply}
        aria-expanded={isOpen}
        onClick={(event) => {
          // Safari does not focus what is clicked, and the focus is what keeps the acts open.
          event.currentTarget.focus();
          setOpen((open) => !open);
        }}
      >
        <Body line={line} />
      </button>
      {isOpen && message && onReply && (
        <div className={styles.acts}>
          <button
            type="button"
            onClick={() => {
              setOpen(false);
              onReply(message);
            }}
          >
            Reply
          </button>
          <Delete message={message} />
        </div>
      )}
    </div>
  );
}

function Body({ line: { isDeleted, type, content } }: { line: Line }) {
  if (isDeleted) return <i>{DELETED}</i>;
  if (type === "photo")
    return <img className={styles.photo} src={content} alt="Foto in this message" decoding="async" />;
  return <span>{content}</span>;
}

function Answered({ replyTo }: { replyTo: NonNullable<Line["replyTo"]> }) {
  const words = replyTo.isDeleted ? DELETED : replyTo.type === "photo" ? "Foto" : replyTo.text;
  return (
    <p className={styles.answered}>
      <span className="visually-hidden">In reply to: </span>
      {words}
    </p>
  );
}

function Delete({ message }: { message: Message }) {
  const remove = useMutation(api.messages.deleteMessage);
  const [isBusy, setBusy] = useState(false);
  const act = () => {
    setBusy(true);
    remove({ messageId: message._id }).catch((error) => {
      setBusy(false);
      toast(wordsFor(error, "The message was not deleted. Please try again."), { tone: "danger" });
    });
  };
  return (
    <button type="button" data-danger disabled={isBusy} onClick={act}>
      Delete
    </button>
  );
}
