import { useRef, useState } from "react";
import type { Comment, PostId } from "../../api";
import { tabNotes } from "../../lib/offlineStorage";
import { useViewer } from "../identity/Viewer";

/** What somebody is writing about a post, and to whom. */
export interface Draft {
  content: string;
  target: Comment | null;
}

const EMPTY: Draft = { content: "", target: null };

/** What is being written about a post. It is kept until it is sent, whatever closes the popup around it. */
export function useDraft(postId: PostId) {
  const { _id } = useViewer();
  // With whose it is: a tab that somebody else has signed out of still has its notes.
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
  /** What was sent goes, and what was begun meanwhile stays. */
  function wasSent(sent: Draft): void {
    const { content, target } = latest.current;
    write({
      content: content === sent.content ? EMPTY.content : content,
      target: target === sent.target ? EMPTY.target : target,
    });
  }
  return { draft, write, wasSent };
}
