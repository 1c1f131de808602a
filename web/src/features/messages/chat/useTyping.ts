import { useAction, useConvexConnectionState } from "convex/react";
import { useEffect, useRef } from "react";
import { api, type ConversationId } from "../../../api";

const AGAIN_MS = 3_000;

/** Signals that the member is typing: seldom, and only while there is a connection. A lost signal does no harm. */
export function useTyping(conversationId: ConversationId) {
  const setTyping = useAction(api.messages.setTyping);
  const { isWebSocketConnected } = useConvexConnectionState();
  const saidAt = useRef(0);

  function say(typing: boolean): void {
    const now = Date.now();
    if (!isWebSocketConnected || (typing ? now - saidAt.current < AGAIN_MS : saidAt.current === 0)) return;
    saidAt.current = typing ? now : 0;
    setTyping({ conversationId, typing }).catch(() => undefined);
  }

  const stop = useRef(() => say(false));
  stop.current = () => say(false);
  useEffect(() => () => stop.current(), []);
  return { typed: () => say(true), stopped: () => say(false) };
}
