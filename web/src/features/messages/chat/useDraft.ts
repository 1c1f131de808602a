import { useState } from "react";
import type { ConversationId } from "../../../api";
import { limits } from "../../../callLimits";
import { deleteNote, getNote, putNote } from "../../../lib/offlineStorage";
import { clipped } from "../../../lib/text";

export const CONTENT_MAX = limits["messages:sendMessage"].content.maxLength;

/** The draft of a message to a conversation. It is stored until it is sent, whatever happens to the page. */
export function useDraft(conversationId: ConversationId) {
  const key = `chat-${conversationId}`;
  const [text, setText] = useState(() => {
    const kept = getNote(key);
    return typeof kept === "string" ? kept : "";
  });
  function write(next: string): void {
    const fitting = clipped(next, CONTENT_MAX);
    setText(fitting);
    if (fitting) putNote(key, fitting);
    else deleteNote(key);
  }
  return [text, write] as const;
}
