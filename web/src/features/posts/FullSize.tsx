import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Post } from "../../api";
import { formatNumber } from "../../lib/language";
import { wordsFor } from "../../lib/refusal";
import * as actionsWords from "../../locales/actions";
import * as words from "../../locales/fullSize";
import { Alert } from "../../ui/Alert";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Drawing } from "../../ui/Icon";
import { toast } from "../../ui/Toast";
import styles from "./ShareButton.module.css";
import { WIDEST_PX } from "./sources";

const CORNERS = "M4.500 9V4.500H9M15 4.500h4.500V9M19.500 15v4.500H15M9 19.500H4.500V15M9.500 9.500h5v5h-5z";

/** Lets everyone who sees the member's foto enlarge it to all its pixels, or no longer. */
export function FullSize({ post }: { post: Post }) {
  const [isOpen, setOpen] = useState(false);
  const isOn = post.variants.some(({ width }) => width > WIDEST_PX);
  return (
    <>
      <button
        type="button"
        className={styles.share}
        aria-label={words.title()}
        aria-pressed={isOn}
        onClick={() => setOpen(true)}
      >
        <Drawing path={CORNERS} />
      </button>
      {isOpen && <FullSizeDialog post={post} isOn={isOn} onClose={() => setOpen(false)} />}
    </>
  );
}

function FullSizeDialog({ post, isOn, onClose }: { post: Post; isOn: boolean; onClose: () => void }) {
  const setFullSize = useMutation(api.posts.setFullSize);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<{ words: string } | null>(null);

  async function change(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await setFullSize({ postId: post._id, allowed: !isOn });
      toast(isOn ? words.withdrawn() : words.allowed());
      onClose();
    } catch (error) {
      setError({ words: wordsFor(error, words.couldntChange()) });
      setBusy(false);
    }
  }

  const [width, height] = [formatNumber(post.width), formatNumber(post.height)];
  const atRest = isOn ? words.withdraw() : words.allow();
  const atWork = isOn ? words.withdrawing() : words.allowing();
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title()}
      holds
      actions={
        <>
          <Button onClick={onClose}>{actionsWords.cancel()}</Button>
          <Button variant="primary" aria-disabled={isBusy} onClick={change}>
            {isBusy ? atWork : atRest}
          </Button>
        </>
      }
    >
      <p>
        {isOn ? words.isOn({ width, height }) : words.isOff({ width, height, most: formatNumber(WIDEST_PX) })}
      </p>
      <Alert said={error} />
    </Dialog>
  );
}
