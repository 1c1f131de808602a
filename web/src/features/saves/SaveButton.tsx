import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type PostId } from "../../api";
import { wordsFor } from "../../lib/refusal";
import * as words from "../../locales/saving";
import { Drawing } from "../../ui/Icon";
import { lazyDialog } from "../../ui/lazyWithRetry";
import { toast } from "../../ui/Toast";
import { useOptionalQuery } from "../../ui/useOptionalQuery";
import styles from "./SaveButton.module.css";

const BOOKMARK = "M6.500 4h11v16.500L12 16.500l-5.500 4z";

const SaveDialog = lazyDialog(
  async () => (await import("./SaveDialog")).SaveDialog,
  ({ postId }) => postId !== null,
);

/** Saves a foto at once; a second press chooses its collection, or takes it out. */
export function SaveButton({ postId }: { postId: PostId }) {
  const saved = useOptionalQuery(api.saves.getSave, { postId });
  const save = useMutation(api.saves.save);
  const [isOpen, setOpen] = useState(false);

  async function press(): Promise<void> {
    // Where it is not known whether it is saved, the dialog asks again: saving could move it.
    if (saved !== null) return setOpen(true);
    try {
      await save({ postId });
      toast(words.saved());
    } catch (error) {
      toast(wordsFor(error, words.couldntSave()), { tone: "danger" });
    }
  }

  return (
    <>
      <button
        type="button"
        className={styles.save}
        data-saved={Boolean(saved) || undefined}
        aria-label={saved ? words.savedFoto() : words.saveFoto()}
        onClick={press}
      >
        <Drawing path={BOOKMARK} />
      </button>
      <SaveDialog postId={isOpen ? postId : null} onClose={() => setOpen(false)} />
    </>
  );
}
