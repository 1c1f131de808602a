import { useMutation } from "convex/react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { api, type Post } from "../../api";
import { wordsFor } from "../../lib/refusal";
import { clipped, lengthOf } from "../../lib/text";
import * as actionsWords from "../../locales/actions";
import * as captionWords from "../../locales/caption";
import { Alert } from "../../ui/Alert";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { TextField } from "../../ui/Field";
import { toast } from "../../ui/Toast";
import { CAPTION_MAX } from "./limits";

/** The caption of the member's own post, to be changed. */
export function CaptionDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const { caption, error, isBusy, type, save } = useCaption(post, onClose);
  const form = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      title={captionWords.edit()}
      holds
      actions={
        <>
          <Button onClick={onClose}>{actionsWords.cancel()}</Button>
          <Button variant="primary" type="submit" form={form}>
            {isBusy ? actionsWords.saving() : actionsWords.save()}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={save} noValidate>
        <TextField
          label={captionWords.caption()}
          rows={4}
          value={caption}
          wrong={error?.words}
          hint={`${lengthOf(caption)} / ${CAPTION_MAX}`}
          onChange={(event) => type(event.target.value)}
        />
      </form>
      <Alert said={error} className="visually-hidden" />
    </Dialog>
  );
}

/** The text in the field. The post shows it only when the server has sent the changed post. */
function useCaption(post: Post, onClose: () => void) {
  const editCaption = useMutation(api.posts.editCaption);
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<{ words: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isOpen = useIsMounted();
  const caption = draft ?? post.caption;

  function type(text: string): void {
    setError(null);
    setDraft(clipped(text, CAPTION_MAX));
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    if (caption === post.caption) return onClose();
    setBusy(true);
    setError(null);
    try {
      await editCaption({ postId: post._id, caption });
      toast(captionWords.saved());
      if (isOpen()) onClose();
    } catch (error) {
      const words = wordsFor(error, captionWords.couldntSave());
      if (isOpen()) setError({ words });
      else toast(words, { tone: "danger" });
    }
    setBusy(false);
  }

  return { caption, error, isBusy, type, save };
}

/** The member may close the dialog before the server has answered. */
function useIsMounted(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return () => isMounted.current;
}
