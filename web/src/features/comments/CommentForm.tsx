import { type FormEvent, type KeyboardEvent, useEffect, useRef } from "react";
import { lengthOf } from "../../lib/text";
import * as words from "../../locales/comments";
import { Alert } from "../../ui/Alert";
import { Icon } from "../../ui/Icon";
import styles from "./Comments.module.css";
import { COMMENT_MAX } from "./limits";
import type { Writing } from "./useWriting";

/** The form for a comment or a reply. */
export function CommentForm({ writing }: { writing: Writing }) {
  const { content, target, isBlank, isBusy, error, type, cancelReply, send } = writing;
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (target) field.current?.focus();
  }, [target]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
    if (event.key === "Escape" && target) {
      event.stopPropagation();
      cancelReply();
    }
  };

  return (
    <form className={styles.form} onSubmit={submit}>
      {target && (
        <p className={styles.target}>
          <span>{words.replyingTo({ username: target.username })}</span>
          <button type="button" onClick={cancelReply} aria-label={words.cancelReply()}>
            <Icon name="close" />
          </button>
        </p>
      )}
      <div className={styles.line}>
        <textarea
          ref={field}
          rows={1}
          className={styles.input}
          aria-label={target ? words.replyTo({ username: target.username }) : words.add()}
          placeholder={target ? words.replyPlaceholder() : words.addPlaceholder()}
          value={content}
          onChange={(event) => type(event.target.value)}
          onKeyDown={keys}
        />
        <span className={styles.left} aria-hidden="true">
          {COMMENT_MAX - lengthOf(content)}
        </span>
        <button type="submit" className={styles.send} disabled={isBlank || isBusy} aria-label={words.send()}>
          <Icon name="send" />
        </button>
      </div>
      <Alert said={error} className={styles.error} />
    </form>
  );
}
