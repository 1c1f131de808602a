import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Comment, type PostId } from "../../api";
import { wordsFor } from "../../lib/refusal";
import { clipped } from "../../lib/text";
import * as words from "../../locales/comments";
import { useViewer } from "../identity/Viewer";
import { COMMENT_MAX, DEEPEST } from "./limits";
import { useDraft } from "./useDraft";

export type Writing = ReturnType<typeof useWriting>;

/** Sends a comment, or with a target a reply. The text stays until the server has it. */
export function useWriting(postId: PostId, onSent: (said: Comment) => void) {
  const viewer = useViewer();
  const create = useMutation(api.comments.create);
  const { draft, write, wasSent } = useDraft(postId);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<{ words: string } | null>(null);
  const { content, target } = draft;
  const isBlank = content.trim() === "";

  function replyTo(to: Comment): void {
    const isTooDeep = to.depth >= DEEPEST;
    setError(isTooDeep ? { words: words.tooDeep() } : null);
    if (!isTooDeep) write({ target: to });
  }

  function type(text: string): void {
    setError(null);
    write({ content: clipped(text, COMMENT_MAX) });
  }

  async function send(): Promise<void> {
    if (isBlank || isBusy) return;
    setBusy(true);
    setError(null);
    try {
      const own = { postId, userId: viewer._id, username: viewer.username };
      const said = await create({
        ...own,
        content: content.trim(),
        ...(target && { replyToId: target._id }),
      });
      wasSent(draft);
      onSent(said);
    } catch (error) {
      setError({ words: wordsFor(error, words.couldntSend()) });
    } finally {
      setBusy(false);
    }
  }

  return {
    content,
    target,
    isBlank,
    isBusy,
    error,
    type,
    replyTo,
    cancelReply: () => write({ target: null }),
    send,
  };
}
