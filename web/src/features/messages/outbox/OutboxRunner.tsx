import { useConvex, useMutation } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../../api";
import { useViewer } from "../../identity/Viewer";
import { deleteStrayFotos, useOutbox } from "./outbox";
import { processOutbox, type Sender } from "./outboxWorker";

/** Sends what waits in the outbox, on whatever screen one is, and no longer than its writer is here. */
export function OutboxRunner() {
  const { profileId } = useViewer();
  const sender = useSender();
  const waiting = useOutbox().filter((unsent) => unsent.senderId === profileId && !unsent.error).length;
  useEffect(() => {
    if (waiting > 0 && sender) void processOutbox(sender);
  }, [waiting, sender]);
  useEffect(() => void deleteStrayFotos(), []);
  return null;
}

function useSender(): Sender | undefined {
  const { profileId: owner, clerkId: account } = useViewer();
  const mutate = useMutation(api.messages.sendMessage);
  const convex = useConvex();
  const [sender, setSender] = useState<Sender>();
  useEffect(() => {
    const stopping = new AbortController();
    const send: Sender["send"] = async ({ writtenAt: _, error: __, isRetrying: ___, ...unsent }) =>
      mutate(unsent);
    const isConnected = () => convex.connectionState().isWebSocketConnected;
    const onReconnect: Sender["onReconnect"] = (wake) => {
      let wasConnected = isConnected();
      return convex.subscribeToConnectionState(({ isWebSocketConnected: isNow }) => {
        if (isNow && !wasConnected) wake();
        wasConnected = isNow;
      });
    };
    setSender({ owner, account, send, isConnected, onReconnect, stop: stopping.signal });
    return () => stopping.abort();
  }, [owner, account, mutate, convex]);
  return sender;
}
