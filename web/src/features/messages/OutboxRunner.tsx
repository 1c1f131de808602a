import { useConvex, useMutation } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../api";
import { useViewer } from "../identity/Viewer";
import { drain, type Sender } from "./draining";
import { forgetStrays, useOutbox } from "./outbox";

/** Sends what waits in the outbox, on whatever screen one is, and no longer than its writer is here. */
export function OutboxRunner() {
  const { profileId } = useViewer();
  const sender = useSender();
  const waiting = useOutbox().filter((unsent) => unsent.senderId === profileId && !unsent.objection).length;
  useEffect(() => {
    if (waiting > 0 && sender) void drain(sender);
  }, [waiting, sender]);
  useEffect(() => void forgetStrays(), []);
  return null;
}

function useSender(): Sender | undefined {
  const { profileId: owner, clerkId: account } = useViewer();
  const mutate = useMutation(api.messages.sendMessage);
  const convex = useConvex();
  const [sender, setSender] = useState<Sender>();
  useEffect(() => {
    const stopping = new AbortController();
    const send: Sender["send"] = async ({ writtenAt: _, objection: __, isLate: ___, ...unsent }) =>
      mutate(unsent);
    const isThere = () => convex.connectionState().isWebSocketConnected;
    const onBack: Sender["onBack"] = (wake) => {
      let wasThere = isThere();
      return convex.subscribeToConnectionState(({ isWebSocketConnected: isNow }) => {
        if (isNow && !wasThere) wake();
        wasThere = isNow;
      });
    };
    setSender({ owner, account, send, isThere, onBack, stop: stopping.signal });
    return () => stopping.abort();
  }, [owner, account, mutate, convex]);
  return sender;
}
