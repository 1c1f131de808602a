import type { Post } from "../../../api";
import { wordsFor } from "../../../lib/refusal";
import * as viewerWords from "../../../locales/viewer";
import { ErrorBoundary } from "../../../ui/ErrorBoundary";
import { CommentsButton } from "../../comments/CommentsButton";
import NewestComments from "../../comments/NewestComments";
import { useViewer } from "../../identity/Viewer";
import { Reactions } from "../../reactions/Reactions";
import { PostWords } from "../PostWords";
import ReaderActions from "../ReaderActions";
import styles from "./StreamWords.module.css";

/** What stands under a foto in a wall of one column, so that it can be read without opening it. */
export default function StreamWords({ post, onOpen }: { post: Post; onOpen: () => void }) {
  const isOwn = useViewer()._id === post.userId;
  return (
    <div className={styles.words}>
      <PostWords.Author post={post} />
      {!isOwn && (
        <div className={styles.reader}>
          <ReaderActions post={post} />
        </div>
      )}
      <PostWords.Caption post={post} />
      <div className={styles.doing}>
        <ErrorBoundary small words={(error) => wordsFor(error, viewerWords.couldntLoadReactions())}>
          <Reactions postId={post._id} />
        </ErrorBoundary>
        <CommentsButton postId={post._id} onOpen={onOpen} />
      </div>
      <NewestComments postId={post._id} withField={false} onOpen={onOpen} />
    </div>
  );
}
