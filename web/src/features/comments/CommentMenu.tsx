import { useMutation } from "convex/react";
import { Suspense, useState } from "react";
import { api, type Comment } from "../../api";
import { wordsFor } from "../../lib/refusal";
import * as actions from "../../locales/actions";
import * as words from "../../locales/commentMenu";
import * as deleting from "../../locales/deleting";
import { DeleteDialog } from "../../ui/DeleteDialog";
import { lazyWithRetry } from "../../ui/lazyWithRetry";
import { MoreMenu, type MoreMenuItem } from "../../ui/MoreMenu";
import { toast } from "../../ui/Toast";
import { useNow } from "../../ui/useNow";
import { useViewer } from "../identity/Viewer";
import { ReportDialog } from "../moderation/ReportButton";
import { EDITABLE_MS } from "./limits";

const EditCommentDialog = lazyWithRetry(() => import("./EditCommentDialog"));

/** Its writer edits a comment at first, and deletes it; others report it, and the author of the post hides it. */
export default function CommentMenu({
  comment,
  isOwnPost,
  onChange,
  onGone,
}: {
  comment: Comment;
  isOwnPost: boolean;
  /** Called with the comment once it is edited. */
  onChange: (changed: Comment) => void;
  /** Called once it is deleted. */
  onGone: () => void;
}) {
  const viewer = useViewer();
  const [opened, setOpened] = useState<"deletion" | "edit" | "report" | null>(null);
  const hiding = useHiding(comment);
  const remove = useMutation(api.comments.remove);
  const { _id: commentId, username } = comment;
  const close = () => setOpened(null);
  const report = { words: words.report(), onPick: () => setOpened("report") };
  const deletion = {
    words: deleting.deleteThing({ thing: "comment" }),
    onPick: () => setOpened("deletion"),
    isDanger: true,
  };
  const isNew = useNow().getTime() - Date.parse(comment.createdAt) < EDITABLE_MS;
  const edit = { words: words.edit(), onPick: () => setOpened("edit") };
  const ofWriter = isNew ? [edit, deletion] : [deletion];
  const ofOthers = isOwnPost ? [hiding, report] : [report];
  return (
    <>
      <MoreMenu
        label={words.more({ username })}
        items={comment.userId === viewer._id ? ofWriter : ofOthers}
      />
      <ReportDialog
        subject={opened === "report" ? { kind: "comment", id: commentId, username } : null}
        onClose={close}
      />
      {opened === "edit" && (
        <Suspense>
          <EditCommentDialog comment={comment} onChange={onChange} onClose={close} />
        </Suspense>
      )}
      <DeleteDialog
        open={opened === "deletion"}
        onClose={close}
        thing="comment"
        consequence={comment.replyCount > 0 ? words.repliesStay() : deleting.cannotUndo()}
        remove={() => remove({ commentId })}
        onDone={onGone}
      />
    </>
  );
}

/** Hides a comment from all but its writer and the author of the post, or shows it again. */
function useHiding({ _id: commentId, isHidden = false }: Comment): MoreMenuItem {
  const hide = useMutation(api.comments.hide);
  const unhide = useMutation(api.comments.unhide);
  async function turn(): Promise<void> {
    try {
      await (isHidden ? unhide : hide)({ commentId });
      toast(isHidden ? words.shown() : words.hidden());
    } catch (error) {
      toast(wordsFor(error, actions.failed()), { tone: "danger" });
    }
  }
  return { words: isHidden ? words.show() : words.hide(), onPick: () => void turn() };
}
