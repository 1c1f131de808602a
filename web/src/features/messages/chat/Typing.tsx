import { useConvexConnectionState, useQuery } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { api, type Conversation, type Message } from "../../../api";
import * as chatWords from "../../../locales/chat";
import styles from "./Chat.module.css";
import { shownFor } from "./freshness";

/**
 * Shows that the other member is typing, until some seconds after the last signal, until their message arrives, or
 * until the reader's own connection breaks, since nothing would end it then.
 * Its room is always reserved, so that nothing moves.
 */
export function Typing({
  conversation: { _id, otherParticipant },
  newest,
}: {
  conversation: Conversation;
  newest: Message | undefined;
}) {
  const at = useQuery(api.messages.getTyping, { conversationId: _id });
  const isTyping = useFresh(at);
  const isSaid = at && newest && !newest.isOwn && Date.parse(newest.createdAt) >= Date.parse(at);
  const name = otherParticipant.fullName?.split(" ")[0];
  return (
    <p className={styles.typing}>
      {isTyping && !isSaid && name && chatWords.typing({ name: () => <bdi>{name}</bdi> })}
    </p>
  );
}

/** Whether a typing signal is fresh. The age of the first one, on opening and after a reconnect, is unknown. */
function useFresh(at: string | null | undefined): boolean {
  const { connectionCount, isWebSocketConnected } = useConvexConnectionState();
  const heardOn = useRef<number>(undefined);
  const [fresh, setFresh] = useState<string | null>(null);
  useEffect(() => {
    if (at === undefined) return;
    const isNews = heardOn.current === connectionCount;
    heardOn.current = connectionCount;
    const left = at ? shownFor(Date.now() - Date.parse(at), isNews) : 0;
    setFresh(left > 0 ? at : null);
    const timer = setTimeout(() => setFresh(null), left);
    return () => clearTimeout(timer);
  }, [at, connectionCount]);
  return isWebSocketConnected && Boolean(at) && fresh === at;
}
