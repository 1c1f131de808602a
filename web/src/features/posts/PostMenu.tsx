import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Post } from "../../api";
import { wordsFor } from "../../lib/refusal";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { Icon } from "../../ui/Icon";
import { toast } from "../../ui/Toast";
import { useViewer } from "../identity/Viewer";
import styles from "./PostMenu.module.css";

/** What the author may do with a post: take it away. For everybody else there is nothing here. */
export default function PostMenu({ post, onDeleted }: { post: Post; onDeleted: () => void }) {
  const viewer = useViewer();
  const deletePost = useMutation(api.posts.deletePost);
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  if (post.userId !== viewer._id) return null;

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await deletePost({ postId: post._id });
      setAsking(false);
      toast("Your foto is deleted.");
      onDeleted();
    } catch (error) {
      toast(wordsFor(error, "The foto could not be deleted. Please try again."), { tone: "danger" });
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <button
        type="button"
        className={styles.delete}
        aria-label="Delete foto"
        onClick={() => setAsking(true)}
      >
        <Icon name="trash" />
      </button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Delete this foto?"
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Keep it</Button>
            <Button look="danger" disabled={isBusy} onClick={remove}>
              {isBusy ? "Deleting…" : "Delete"}
            </Button>
          </>
        }
      >
        <DialogWords>
          Its comments and reactions go with it, and the grids that it is in. This cannot be undone.
        </DialogWords>
      </Dialog>
    </>
  );
}
