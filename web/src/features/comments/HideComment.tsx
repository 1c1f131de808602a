import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Comment } from "../../api";
import { wordsFor } from "../../lib/refusal";
import * as actions from "../../locales/actions";
import * as words from "../../locales/hideComment";
import { toast } from "../../ui/Toast";
import styles from "./Comments.module.css";

/** Hides a comment on the viewer's post from all but its writer, or shows it again. */
export default function HideComment({ comment }: { comment: Comment }) {
  const { _id: commentId, username, isHidden = false } = comment;
  const hide = useMutation(api.comments.hide);
  const unhide = useMutation(api.comments.unhide);
  const [isBusy, setBusy] = useState(false);
  async function turn(): Promise<void> {
    setBusy(true);
    try {
      await (isHidden ? unhide : hide)({ commentId });
      toast(isHidden ? words.shown() : words.hidden());
    } catch (error) {
      toast(wordsFor(error, actions.failed()), { tone: "danger" });
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <button
        type="button"
        disabled={isBusy}
        aria-label={isHidden ? words.showOf({ username }) : words.hideOf({ username })}
        onClick={turn}
      >
        {isHidden ? words.show() : words.hide()}
      </button>
      {isHidden && <p className={styles.hidden}>{words.onlyYou({ username })}</p>}
    </>
  );
}
