import { useEffect, useRef } from "react";
import type { Conversation, Message, MessageId } from "../../../api";
import { useViewer } from "../../identity/Viewer";
import type { MessagePosition } from "../thread/messageRows";
import { cacheChat, deleteCachedChat, MOST_CACHED } from "./chatCache";

/** Long enough that a dozen messages at once are kept once; however fast they come, none waits for longer. */
const SOON_MS = 200;

/**
 * Caches the messages of an open chat for offline reading. A reloaded page finds them; closing the chat deletes them.
 */
export function useChatCache(
  conversation: Conversation,
  positions: readonly MessagePosition[] | undefined,
  messageOf: (id: MessageId) => Message | undefined,
): void {
  const { profileId: owner } = useViewer();
  const { _id } = conversation;
  const cacheNow = useRef<() => void>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!positions) return;
    cacheNow.current = () => {
      timer.current = undefined;
      const newest = positions.slice(0, MOST_CACHED).map(({ id }) => messageOf(id));
      const messages = newest.filter((message) => message !== undefined);
      void cacheChat({ owner, conversation, messages });
    };
    timer.current ??= setTimeout(() => cacheNow.current?.(), SOON_MS);
  }, [owner, conversation, positions, messageOf]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      if (!window.location.search.includes(_id)) void deleteCachedChat(_id);
    },
    [_id],
  );
}
