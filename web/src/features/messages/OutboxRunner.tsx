import { useMutation } from "convex/react";
import { useEffect } from "react";
import { api } from "../../api";
import { useViewer } from "../identity/Viewer";
import { drain, useOutbox } from "./outbox";

/** Sends what waits in the outbox, on whatever screen one is. */
export function OutboxRunner() {
  const { profileId } = useViewer();
  const send = useMutation(api.messages.sendMessage);
  const waiting = useOutbox().filter((unsent) => unsent.senderId === profileId && !unsent.objection).length;
  useEffect(() => {
    if (waiting === 0) return;
    void drain(profileId, ({ writtenAt: _, objection: __, ...unsent }) => send(unsent));
  }, [waiting, profileId, send]);
  return null;
}
