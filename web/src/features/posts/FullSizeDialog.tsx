import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../api";
import { formatNumber } from "../../lib/language";
import { wordsFor } from "../../lib/refusal";
import * as actionsWords from "../../locales/actions";
import * as words from "../../locales/fullSize";
import { Alert } from "../../ui/Alert";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { toast } from "../../ui/Toast";
import type { PlacedPost } from "./placedPost";
import { WIDEST_PX } from "./sources";

/** Lets everyone who sees the member's foto enlarge it to all its pixels, or no longer. */
export function FullSizeDialog({ post, onClose }: { post: PlacedPost; onClose: () => void }) {
  const isOn = post.variants.some(({ width }) => width > WIDEST_PX);
  const setFullSize = useMutation(api.posts.setFullSize);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<{ words: string } | null>(null);

  async function change(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await setFullSize({ postId: post._id, allowed: !isOn, place: post.place ?? 0 });
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
