import { useMutation } from "convex/react";
import { api, type Post } from "../../api";
import * as captionWords from "../../locales/caption";
import { DeleteButton } from "../../ui/DeleteButton";
import { EditCaption } from "./EditCaption";

/** The author's actions for a post. */
export default function PostMenu({ post, onDeleted }: { post: Post; onDeleted: () => void }) {
  const deletePost = useMutation(api.posts.deletePost);
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
