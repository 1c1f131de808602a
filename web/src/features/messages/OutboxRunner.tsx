import { useMutation } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../api";
import { useViewer } from "../identity/Viewer";
import { drain, type Sender, useOutbox } from "./outbox";

/** Sends what waits in the outbox, on whatever screen one is, and no longer than its writer is here. */
export function OutboxRunner() {
  const { profileId } = useViewer();
  const sender = useSender();
  const waiting = useOutbox().filter((unsent) => unsent.senderId === profileId && !unsent.objection).length;
  useEffect(() => {
    if (waiting > 0 && sender) void drain(sender);
  }, [waiting, sender]);
  return null;
}

function useSender(): Sender | undefined {
  const { profileId: owner } = useViewer();
  const mutate = useMutation(api.messages.sendMessage);
  const [sender, setSender] = useState<Sender>();
  useEffect(() => {
    const stopping = new AbortController();
    const send: Sender["send"] = async ({ writtenAt: _, objection: __, isLate: ___, ...unsent }) =>
      mutate(unsent);
    setSender({ owner, send, stop: stopping.signal });
    return () => stopping.abort();
  }, [owner, mutate]);
  return sender;
}
