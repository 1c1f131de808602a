import { useMutation } from "convex/react";
import { type ComponentProps, type Ref, useId, useState } from "react";
import { api, type Message } from "../../api";
import { wordsFor } from "../../lib/refusal";
import { ago } from "../../lib/time";
import { toast } from "../../ui/Toast";
import styles from "./ChatMessage.module.css";
import type { Line } from "./lines";
import { hasLinks } from "./links";
import { Photo, WholePhoto } from "./Photo";
import { Unsent } from "./Unsent";
import { Words } from "./Words";

const DELETED = "[Message deleted]";

/** What hears of a message that is to be answered; null where it cannot be, and `nothing` where not even be deleted. */
export type OnReply = ((to: Message) => void) | null | "nothing";

/** One message. One's own, touched, offers to be answered and deleted. */
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
  onReply: OnReply;
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
        <Others line={line} />
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

function Others({ line }: { line: Line }) {
  const [isWhole, setWhole] = useState(false);
  const isPhoto = line.type === "photo" && !line.isDeleted;
  return (
    <div
      className={styles.bubble}
      data-deleted={line.isDeleted || undefined}
      data-type={line.isDeleted ? undefined : line.type}
    >
      {isPhoto ? (
        <button type="button" title="Open the foto" onClick={() => setWhole(true)}>
          <Body line={line} />
        </button>
      ) : (
        <Body line={line} />
      )}
      <WholePhoto src={line.content} open={isWhole} onClose={() => setWhole(false)} />
    </div>
  );
}

/** The same element before and after the server has the message: nothing flickers when it has it. */
function Own({ line, message, onReply }: { line: Line; message: Message | null; onReply: OnReply }) {
  const [isOpen, setOpen] = useState(false);
  const [isWhole, setWhole] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears that the focus has left the buttons inside
    <div
      className={styles.own}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setOpen(false)}
    >
      <Bubble
        line={line}
        disabled={!message || onReply === "nothing"}
        aria-expanded={isOpen}
        onClick={(event) => {
          // Safari does not focus what is clicked, and the focus is what keeps the acts open.
          event.currentTarget.focus();
          setOpen((open) => !open);
        }}
      />
      {isOpen && message && onReply !== "nothing" && (
        <div className={styles.acts}>
          {onReply && (
            <button
              type="button"
              onClick={() => {
                setOpen(false);
                onReply(message);
              }}
            >
              Reply
            </button>
          )}
          {message.type === "photo" && (
            <button type="button" onClick={() => setWhole(true)}>
              Open
            </button>
          )}
          <Delete message={message} />
        </div>
      )}
      <WholePhoto src={line.content} open={isWhole} onClose={() => setWhole(false)} />
    </div>
  );
}

/** A button cannot hold links: where there are some, it lies below the words. */
function Bubble({ line, ...button }: { line: Line } & ComponentProps<"button">) {
  const id = useId();
  const { type, content } = line;
  if (type !== "text" || !hasLinks(content))
    return (
      <button type="button" className={styles.bubble} data-type={type} {...button}>
        <Body line={line} />
      </button>
    );
  return (
    <div className={styles.bubble} data-type={type}>
      <button type="button" className={styles.below} aria-labelledby={id} {...button} />
      <Words id={id} text={content} />
    </div>
  );
}

function Body({ line: { isDeleted, type, content, variants, of } }: { line: Line }) {
  if (isDeleted) return <i>{DELETED}</i>;
  if (type === "photo")
    return <Photo src={content} variants={variants} unsentId={"unsent" in of ? of.unsent.clientId : null} />;
  return (
    <span dir="auto">
      <Words text={content} />
    </span>
  );
}

function Answered({ replyTo }: { replyTo: NonNullable<Line["replyTo"]> }) {
  const words = replyTo.isDeleted ? DELETED : replyTo.type === "photo" ? "Foto" : replyTo.text;
  return (
    <p className={styles.answered}>
      <span className="visually-hidden">In reply to: </span>
      <bdi>{words}</bdi>
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
