import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Post } from "../../api";
import { wordsFor } from "../../lib/refusal";
import * as actions from "../../locales/actions";
import * as words from "../../locales/postAudience";
import { Alert } from "../../ui/Alert";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { toast } from "../../ui/Toast";

/** Asks whether every member is to see the member's own cue foto, and shows it to them. */
export default function AudienceDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const setAudience = useMutation(api.posts.setAudience);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<{ words: string } | null>(null);

  async function show(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await setAudience({ postId: post._id, postType: "sphere" });
      toast(words.shown());
      onClose();
    } catch (error) {
      setError({ words: wordsFor(error, words.couldntShow()) });
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title()}
      actions={
        <>
          <Button onClick={onClose}>{actions.cancel()}</Button>
          <Button variant="primary" aria-disabled={isBusy} onClick={show}>
            {isBusy ? words.showing() : words.show()}
          </Button>
        </>
      }
    >
      <DialogWords>{words.consequence()}</DialogWords>
      <Alert said={error} />
    </Dialog>
  );
}
