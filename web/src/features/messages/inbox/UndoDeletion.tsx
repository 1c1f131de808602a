import { useMutation, useQuery } from "convex/react";
import { type Ref, useEffect, useRef, useState } from "react";
import { api, type Conversation } from "../../../api";
import { wordsFor } from "../../../lib/refusal";
import * as inboxWords from "../../../locales/inbox";
import { toast } from "../../../ui/Toast";
import styles from "./UndoDeletion.module.css";

const UNDO_MS = 6_000;

/**
 * Says that a conversation is deleted, and offers to undo it. The server is told only when the offer ends: after a
 * moment, at a step to another screen, at another deletion, or at a new message, which stays.
 */
export function UndoDeletion({
  of: { _id: conversationId, lastSeq: upTo },
  isOffered,
  undo,
  onEnd,
}: {
  of: Conversation;
  isOffered: boolean;
  undo: Ref<HTMLButtonElement>;
  /** It was undone, or the server has answered. */
  onEnd: () => void;
}) {
  const remove = useMutation(api.messages.deleteConversation);
  const now = useQuery(api.messages.getConversation, { conversationId });
  const [isSent, setSent] = useState(false);
  const isOver = isSent || !isOffered || (now?.lastSeq ?? 0) > upTo;
  const end = useOnce(() => {
    remove({ conversationId, upTo })
      .catch((error) => toast(wordsFor(error, inboxWords.couldntDelete()), { tone: "danger" }))
      .finally(onEnd);
  });
  useEffect(() => {
    const timer = setTimeout(() => setSent(true), UNDO_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (isOver) end.run();
  }, [isOver, end]);
  useLeaving(end.run);
  if (isOver) return null;
  return (
    <div className={styles.place}>
      <p className={styles.offer}>
        {inboxWords.deleted()}
        <button
          ref={undo}
          type="button"
          onClick={() => {
            end.cancel();
            onEnd();
          }}
        >
          {inboxWords.undo()}
        </button>
      </p>
    </div>
  );
}

/** Work that is done once, or cancelled before. */
function useOnce(work: () => void): { run: () => void; cancel: () => void } {
  const latest = useRef(work);
  latest.current = work;
  const [once] = useState(() => {
    let isDone = false;
    const cancel = () => {
      isDone = true;
    };
    const run = () => {
      if (isDone) return;
      cancel();
      latest.current();
    };
    return { run, cancel };
  });
  return once;
}

/** Calls when the component has gone for good. In development React takes each away for a moment, and brings it back. */
function useLeaving(work: () => void): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    clearTimeout(timer.current);
    return () => {
      timer.current = setTimeout(work);
    };
  }, [work]);
}
