import { useMutation } from "convex/react";
import { api, type Post } from "../../api";
import * as words from "../../locales/caption";
import { EditTextDialog } from "../../ui/EditTextDialog";
import { CAPTION_MAX } from "./limits";

/** The caption of the member's own post, to be changed. */
export function CaptionDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const editCaption = useMutation(api.posts.editCaption);
  return (
    <EditTextDialog
      title={words.edit()}
      label={words.caption()}
      text={post.caption}
      most={CAPTION_MAX}
      rows={4}
      save={(caption) => editCaption({ postId: post._id, caption })}
      saved={words.saved()}
      couldntSave={words.couldntSave()}
      onClose={onClose}
    />
  );
}
