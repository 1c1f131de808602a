import { useMutation } from "convex/react";
import { api, type Comment } from "../../api";
import * as words from "../../locales/commentEditing";
import { EditTextDialog } from "../../ui/EditTextDialog";
import { COMMENT_MAX } from "./limits";

/** The words of the member's own comment, to be changed. */
export default function EditCommentDialog({
  comment,
  onChange,
  onClose,
}: {
  comment: Comment;
  /** Called with the comment as it is now. */
  onChange: (changed: Comment) => void;
  onClose: () => void;
}) {
  const edit = useMutation(api.comments.edit);
  return (
    <EditTextDialog
      title={words.editTitle()}
      fields={[{ label: words.field(), text: comment.content, most: COMMENT_MAX, rows: 3 }]}
      save={async (content = "") => onChange(await edit({ commentId: comment._id, content }))}
      saved={words.saved()}
      couldntSave={words.couldntSave()}
      onClose={onClose}
    />
  );
}
