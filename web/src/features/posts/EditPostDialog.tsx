import { useMutation } from "convex/react";
import { api, type Post } from "../../api";
import * as words from "../../locales/postEditing";
import { EditTextDialog } from "../../ui/EditTextDialog";
import { ALT_TEXT_MAX, CAPTION_MAX } from "./limits";

/** The caption and the alternative text of the member's own post, to be changed. */
export default function EditPostDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const edit = useMutation(api.posts.edit);
  return (
    <EditTextDialog
      title={words.edit()}
      fields={[
        { label: words.caption(), text: post.caption, most: CAPTION_MAX, rows: 3 },
        {
          label: words.altText(),
          text: post.altText,
          most: ALT_TEXT_MAX,
          rows: 3,
          placeholder: words.altTextHint(),
        },
      ]}
      save={(caption = "", altText = "") => edit({ postId: post._id, caption, altText })}
      saved={words.saved()}
      couldntSave={words.couldntSave()}
      onClose={onClose}
    />
  );
}
