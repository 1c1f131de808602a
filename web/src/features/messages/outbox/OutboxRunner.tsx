import { useConvex, useMutation } from "convex/react";
import { useEffect } from "react";
import { api } from "../../../api";
import { useViewer } from "../../identity/Viewer";
import { deleteStrayFotos } from "./outbox";
import { type Sender, startWorker } from "./outboxWorker";

/** Runs the outbox on every screen, as long as its member is signed in. */
export function OutboxRunner() {
  const { profileId: owner, clerkId: account } = useViewer();
  const mutate = useMutation(api.messages.sendMessage);
  const convex = useConvex();
  useEffect(() => {
    const stopping = new AbortController();
    const send: Sender["send"] = async ({ writtenAt: _, error: __, isRetrying: ___, ...message }) =>
      mutate(message);
    const isConnected = () => convex.connectionState().isWebSocketConnected;
    const onReconnect: Sender["onReconnect"] = (wake) => {
      let wasConnected = isConnected();
      return convex.subscribeToConnectionState(({ isWebSocketConnected: isNow }) => {
        if (isNow && !wasConnected) wake();
        wasConnected = isNow;
      });
    };
    startWorker({ owner, account, send, isConnected, onReconnect, stop: stopping.signal });
    return () => stopping.abort();
  }, [owner, account, mutate, convex]);
  useEffect(() => void deleteStrayFotos(), []);
  return null;
}
