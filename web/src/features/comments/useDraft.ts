import { useRef, useState } from "react";
import type { Comment, PostId } from "../../api";
import { tabNotes } from "../../lib/offlineStorage";
import { useViewer } from "../identity/Viewer";

/** A comment that a member is writing, and the comment that it replies to. */
export interface Draft {
  content: string;
  target: Comment | null;
}

const EMPTY: Draft = { content: "", target: null };

/** The draft of a comment on a post. It is stored until it is sent, whatever closes the popup around it. */
export function useDraft(postId: PostId) {
  const { _id } = useViewer();
  // The key contains the member: a tab after a log-out still has the notes of the member before.
  const key = `comment-${_id}-${postId}`;
  const [draft, setDraft] = useState(() => (tabNotes.getNote(key) as Draft | undefined) ?? EMPTY);
  const latest = useRef(draft);
  function write(change: Partial<Draft>): void {
    const next = { ...latest.current, ...change };
    latest.current = next;
    setDraft(next);
    if (next.content) tabNotes.putNote(key, next);
    else tabNotes.deleteNote(key);
  }
  /** Clears the sent parts; words that were typed meanwhile stay. */
  function wasSent(sent: Draft): void {
    const { content, target } = latest.current;
    write({
      content: content === sent.content ? EMPTY.content : content,
      target: target === sent.target ? EMPTY.target : target,
    });
  }
  return { draft, write, wasSent };
}
