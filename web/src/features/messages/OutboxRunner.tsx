import { useConvex, useConvexConnectionState, useMutation } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../api";
import { useViewer } from "../identity/Viewer";
import type { Sender } from "./draining";
import { forgetStrays, useOutbox } from "./outbox";

/** Sends what waits in the outbox, on whatever screen one is, and no longer than its writer is here. */
export function OutboxRunner() {
  const { profileId } = useViewer();
  const { isWebSocketConnected } = useConvexConnectionState();
  const sender = useSender();
  const waiting = useOutbox().filter((unsent) => unsent.senderId === profileId && !unsent.objection).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what could not be fetched without a connection can be with one
  useEffect(() => {
    if (waiting > 0 && sender) void begin(sender);
  }, [waiting, sender, isWebSocketConnected]);
  useEffect(() => void forgetStrays(), []);
  return null;
}

/** Most visits send nothing, and need not fetch how that is done. */
async function begin(sender: Sender): Promise<void> {
  const draining = await import("./draining").catch(() => null);
  await draining?.drain(sender);
}

function useSender(): Sender | undefined {
  const { profileId: owner } = useViewer();
  const mutate = useMutation(api.messages.sendMessage);
  const convex = useConvex();
  const [sender, setSender] = useState<Sender>();
  useEffect(() => {
    const stopping = new AbortController();
    const send: Sender["send"] = async ({ writtenAt: _, objection: __, isLate: ___, ...unsent }) =>
      mutate(unsent);
    const onBack: Sender["onBack"] = (wake) => {
      let wasThere = true;
      return convex.subscribeToConnectionState(({ isWebSocketConnected: isThere }) => {
        if (isThere && !wasThere) wake();
        wasThere = isThere;
      });
    };
    setSender({ owner, send, onBack, stop: stopping.signal });
    return () => stopping.abort();
  }, [owner, mutate, convex]);
  return sender;
}
