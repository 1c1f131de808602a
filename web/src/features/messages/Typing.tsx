import { useQuery } from "convex/react";
import { useEffect, useState } from "react";
import { api, type Conversation } from "../../api";
import styles from "./Chat.module.css";

/** Longer than the writer's page waits before it says so again. */
const SHOWN_MS = 6_000;
/** Whoever was heard longer ago than this, and not since, is not typing, whatever the clocks here and there say. */
const STALE_MS = 60_000;

/** Says that the other one is typing. Its room is always there, so that nothing moves. */
export function Typing({ conversation: { _id, otherParticipant } }: { conversation: Conversation }) {
  const at = useQuery(api.messages.getTyping, { conversationId: _id });
  const isTyping = useFresh(at ?? null);
  const name = otherParticipant.fullName?.split(" ")[0];
  return <p className={styles.typing}>{isTyping && name && `${name} is typing…`}</p>;
}

function useFresh(at: string | null): boolean {
  const [ended, setEnded] = useState<string | null>(null);
  useEffect(() => {
    if (!at) return;
    const timer = setTimeout(() => setEnded(at), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [at]);
  return at !== null && at !== ended && Date.now() - Date.parse(at) < STALE_MS;
}
