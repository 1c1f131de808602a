import { useMutation } from "convex/react";
import { type CSSProperties, useState } from "react";
import { api, type Post } from "../../api";
import { wordsFor } from "../../lib/refusal";
import * as actions from "../../locales/actions";
import * as words from "../../locales/archive";
import * as deletingWords from "../../locales/deleting";
import * as menuWords from "../../locales/postMenu";
import * as postsWords from "../../locales/posts";
import { Alert } from "../../ui/Alert";
import { Button } from "../../ui/Button";
import { DeleteDialog } from "../../ui/DeleteDialog";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { toast } from "../../ui/Toast";
import styles from "./ArchivedDialog.module.css";
import { filterStyle } from "./filters";
import { sourcesOf } from "./sources";

const SIZES = "(min-width: 700px) 420px, 90vw";

/** A foto of the member's archive, which they show again or delete. */
export function ArchivedDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const unarchive = useMutation(api.posts.unarchive);
  const deletePost = useMutation(api.posts.deletePost);
  const [isDeleting, setDeleting] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<{ words: string } | null>(null);

  async function showAgain(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await unarchive({ postId: post._id });
      toast(words.shown());
      onClose();
    } catch (error) {
      setError({ words: wordsFor(error, words.couldntShow()) });
      setBusy(false);
    }
  }

  if (isDeleting)
    return (
      <DeleteDialog
        open
        onClose={() => setDeleting(false)}
        thing="foto"
        consequence={menuWords.alsoDeletes()}
        remove={() => deletePost({ postId: post._id })}
        onDone={onClose}
      />
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.archived()}
      actions={
        <>
          <Button onClick={onClose}>{actions.close()}</Button>
          <Button variant="danger" onClick={() => setDeleting(true)}>
            {deletingWords.deleteThing({ thing: "foto" })}
          </Button>
          <Button variant="primary" aria-disabled={isBusy} onClick={showAgain}>
            {isBusy ? words.showing() : words.show()}
          </Button>
        </>
      }
    >
      <Whole post={post} />
      {post.caption && (
        <p className={styles.caption} dir="auto">
          {post.caption}
        </p>
      )}
      <DialogWords>{post.postType === "cue" ? words.returnsToCue() : words.returns()}</DialogWords>
      <Alert said={error} />
    </Dialog>
  );
}

/** All of the foto, without the viewer's controls. */
function Whole({ post }: { post: Post }) {
  const { modern, jpeg } = sourcesOf(post);
  return (
    <picture className={styles.foto} style={{ "--ratio": post.width / post.height } as CSSProperties}>
      {modern.map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={SIZES} />
      ))}
      <img
        src={post.imageUrl}
        srcSet={jpeg}
        sizes={SIZES}
        width={post.width}
        height={post.height}
        alt={post.altText || postsWords.fotoBy({ username: post.username })}
        style={filterStyle(post.filter, post.adjustments)}
      />
    </picture>
  );
}
