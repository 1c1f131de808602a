import { useMutation } from "convex/react";
import { api, type Post } from "../../api";
import * as captionWords from "../../locales/caption";
import { DeleteButton } from "../../ui/DeleteButton";
import { useViewer } from "../identity/Viewer";
import { EditCaption } from "./EditCaption";

/** The author's actions for a post; nothing for other members. */
export default function PostMenu({ post, onDeleted }: { post: Post; onDeleted: () => void }) {
  const viewer = useViewer();
  const deletePost = useMutation(api.posts.deletePost);
  if (post.userId !== viewer._id) return null;
  return (
    <>
      <EditCaption post={post} />
      <DeleteButton
        thing="foto"
        consequence={captionWords.alsoDeletes()}
        remove={() => deletePost({ postId: post._id })}
        onDone={onDeleted}
      />
    </>
  );
}
