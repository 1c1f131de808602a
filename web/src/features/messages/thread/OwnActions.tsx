import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Message } from "../../../api";
import { wordsFor } from "../../../lib/refusal";
import * as actionsWords from "../../../locales/actions";
import * as messageWords from "../../../locales/message";
import { toast } from "../../../ui/Toast";
import styles from "./ChatMessage.module.css";

/** How long a message can be edited; the server counts by its own clock. */
const EDITABLE_MS = 15 * 60_000;

/** What a member can do with their own message. */
export function OwnActions({
  message,
  now,
  onReply,
  onOpen,
  onEdit,
  onDone,
}: {
  message: Message;
  now: Date;
  /** Null where the member cannot write to the other one: then they cannot edit either. */
  onReply: ((to: Message) => void) | null;
  onOpen: () => void;
  onEdit: () => void;
  /** Called after an action that needs the others no longer. */
  onDone: () => void;
}) {
  const isNew = now.getTime() - Date.parse(message.createdAt) < EDITABLE_MS;
  const last = (act: () => void) => () => {
    act();
    onDone();
  };
  return (
    <div className={styles.acts}>
      {onReply && (
        <button type="button" onClick={last(() => onReply(message))}>
          {messageWords.reply()}
        </button>
      )}
      {message.type === "photo" && (
        <button type="button" onClick={onOpen}>
          {messageWords.open()}
        </button>
      )}
      {onReply && isNew && message.type !== "photo" && (
        <button type="button" onClick={last(onEdit)}>
          {messageWords.edit()}
        </button>
      )}
      <Delete message={message} />
    </div>
  );
}

function Delete({ message }: { message: Message }) {
  const remove = useMutation(api.messages.deleteMessage);
  const [isBusy, setBusy] = useState(false);
  const act = () => {
    setBusy(true);
    remove({ messageId: message._id }).catch((error) => {
      setBusy(false);
      toast(wordsFor(error, messageWords.couldntDelete()), { tone: "danger" });
    });
  };
  return (
    <button type="button" data-danger disabled={isBusy} onClick={act}>
      {actionsWords.remove()}
    </button>
  );
}
