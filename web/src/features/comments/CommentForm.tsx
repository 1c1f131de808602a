import { useMutation } from "convex/react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { api, type Comment, type PostId } from "../../api";
import { wordsFor } from "../../lib/refusal";
import { clipped, lengthOf } from "../../lib/text";
import { Icon } from "../../ui/Icon";
import { useViewer } from "../identity/Viewer";
import styles from "./Comments.module.css";
import { COMMENT_MAX } from "./limits";

/** Where one writes. With a target it replies; what was written stays until the server has it. */
export function CommentForm({
  postId,
  target,
  onSent,
  onDone,
}: {
  postId: PostId;
  target: Comment | null;
  onSent: () => void;
  onDone: () => void;
}) {
  const viewer = useViewer();
  const create = useMutation(api.comments.create);
  const [content, setContent] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [objection, setObjection] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (target) field.current?.focus();
  }, [target]);
  const isBlank = content.trim() === "";

  async function send(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    if (isBlank || isBusy) return;
    setBusy(true);
    setObjection("");
    try {
      await create({
        content: content.trim(),
        postId,
        userId: viewer._id,
        username: viewer.username,
        ...(target && { replyToId: target._id }),
      });
      setContent("");
      onSent();
      onDone();
    } catch (error) {
      setObjection(wordsFor(error, "Your comment was not sent. Please try again."));
    } finally {
      setBusy(false);
    }
  }

  const keys = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      void send();
    }
    if (event.key === "Escape" && target) {
      event.stopPropagation();
      onDone();
    }
  };

  return (
    <form className={styles.form} onSubmit={send}>
      {target && (
        <p className={styles.target}>
          <span>Replying to @{target.username}</span>
          <button type="button" onClick={onDone} aria-label="Cancel reply">
            <Icon name="close" />
          </button>
        </p>
      )}
      <div className={styles.line}>
        <textarea
          ref={field}
          rows={1}
          className={styles.input}
          aria-label={target ? `Reply to @${target.username}` : "Add a comment"}
          placeholder={target ? "Write a reply…" : "Add a comment…"}
          value={content}
          onChange={(event) => setContent(clipped(event.target.value, COMMENT_MAX))}
          onKeyDown={keys}
        />
        <span className={styles.left} aria-hidden="true">
          {COMMENT_MAX - lengthOf(content)}
        </span>
        <button type="submit" className={styles.send} disabled={isBlank || isBusy} aria-label="Send comment">
          <Icon name="send" />
        </button>
      </div>
      <p className={styles.objection} role="alert">
        {objection}
      </p>
    </form>
  );
}
