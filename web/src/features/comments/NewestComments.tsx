import { api, type PostId } from "../../api";
import * as words from "../../locales/comments";
import * as sheetWords from "../../locales/commentsSheet";
import { useOptionalQuery } from "../../ui/useOptionalQuery";
import { Covered } from "../safety/Covered";
import styles from "./NewestComments.module.css";

/** A page keeps its end when comments on it are deleted, so it holds some more than are shown. */
const NEWEST = { numItems: 14, cursor: null };

/**
 * The newest comments on a post, a line each, live, and what looks like a field to write one; a press on either opens
 * all. Of more than two, those show that have room below a foto.
 */
export default function NewestComments({
  postId,
  most = 2,
  withField = true,
  onOpen,
}: {
  postId: PostId;
  most?: number;
  withField?: boolean;
  onOpen: () => void;
}) {
  const newest = useOptionalQuery(api.comments.list, { postId, paginationOpts: NEWEST });
  const readable = (newest?.page ?? []).filter(({ isUnavailable }) => !isUnavailable).slice(0, most);
  return (
    <>
      {readable.length > 0 && (
        <button type="button" className={styles.newest} onClick={onOpen}>
          <span className="visually-hidden">{sheetWords.newest()}</span>
          {readable.map((comment) => (
            <span key={comment._id} className={styles.line}>
              <b>@{comment.username}</b>{" "}
              <Covered of={comment} as="line">
                <bdi>{comment.content}</bdi>
              </Covered>
            </span>
          ))}
        </button>
      )}
      {withField && <WriteButton postId={postId} onOpen={onOpen} />}
    </>
  );
}

function WriteButton({ postId, onOpen }: { postId: PostId; onOpen: () => void }) {
  const permission = useOptionalQuery(api.comments.getPermission, { postId });
  if (permission !== "author" && permission !== "yes") return null;
  return (
    <div className={styles.foot}>
      <button type="button" className={styles.write} onClick={onOpen}>
        {words.addPlaceholder()}
      </button>
    </div>
  );
}
