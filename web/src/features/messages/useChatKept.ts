import { useEffect, useRef } from "react";
import type { Conversation, Message, MessageId } from "../../api";
import { useViewer } from "../identity/Viewer";
import { forgetChat, keepChat, MOST_KEPT } from "./keptChats";
import type { Spoken } from "./lines";

/** Long enough that a dozen messages at once are kept once; however fast they come, none waits for longer. */
const SOON_MS = 200;

/**
 * Keeps what an open chat shows for reading it without a network, as long as it is open: a page that is loaded again
 * finds it, one that was closed leaves nothing.
 */
export function useChatKept(
  conversation: Conversation,
  places: readonly Spoken[] | undefined,
  messageOf: (id: MessageId) => Message | undefined,
): void {
  const { profileId: owner } = useViewer();
  const { _id } = conversation;
  const keepNow = useRef<() => void>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!places) return;
    keepNow.current = () => {
      timer.current = undefined;
      const newest = places.slice(0, MOST_KEPT).map(({ id }) => messageOf(id));
      const messages = newest.filter((message) => message !== undefined);
      void keepChat({ owner, conversation, messages });
    };
    timer.current ??= setTimeout(() => keepNow.current?.(), SOON_MS);
  }, [owner, conversation, places, messageOf]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      if (!window.location.search.includes(_id)) void forgetChat(_id);
    },
    [_id],
  );
}
