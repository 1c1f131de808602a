import { useEffect } from "react";
import type { Conversation, Message } from "../../api";
import { useViewer } from "../identity/Viewer";
import { forgetChat, keepChat } from "./keptChats";

/** Long enough that a dozen messages at once are kept once. */
const SOON_MS = 200;

/**
 * Keeps what an open chat shows for reading it without a network, as long as it is open: a page that is loaded again
 * finds it, one that was closed leaves nothing.
 */
export function useChatKept(conversation: Conversation, messages: Message[] | undefined): void {
  const { profileId: owner } = useViewer();
  const { _id } = conversation;
  useEffect(() => {
    if (!messages) return;
    const timer = setTimeout(() => void keepChat({ owner, conversation, messages }), SOON_MS);
    return () => clearTimeout(timer);
  }, [owner, conversation, messages]);
  useEffect(
    () => () => {
      if (!window.location.search.includes(_id)) void forgetChat(_id);
    },
    [_id],
  );
}
