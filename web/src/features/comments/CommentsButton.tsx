import { api, type PostId } from "../../api";
import * as commentsWords from "../../locales/comments";
import { Icon } from "../../ui/Icon";
import { useOptionalQuery } from "../../ui/useOptionalQuery";
import styles from "./Comments.module.css";

/** How many comments there are, live; opens them. */
export function CommentsButton({ postId, onOpen }: { postId: PostId; onOpen: () => void }) {
  const count = useOptionalQuery(api.comments.count, { postId });
  return (
    <button type="button" className={styles.open} onClick={onOpen}>
      <Icon name="comment" />
      <span className={styles.count}>{count ?? ""}</span>
      <span className="visually-hidden">{commentsWords.unit({ count: count ?? 0 })}</span>
    </button>
  );
}

/** The heading over the comments, with how many there are, live. */
export function CommentsTitle({ postId, className }: { postId: PostId; className: string | undefined }) {
  const count = useOptionalQuery(api.comments.count, { postId });
  return (
    <h2 className={className}>
      {commentsWords.title()} <span className={styles.total}>{count || ""}</span>
    </h2>
  );
}
