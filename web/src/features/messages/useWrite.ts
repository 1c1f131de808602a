import type { Conversation, Message, MessageType } from "../../api";
import { toast } from "../../ui/Toast";
import { useViewer } from "../identity/Viewer";
import { kindOf } from "./kind";
import { post } from "./outbox";

/** Puts words, or the address of a foto, into the outbox; false where that failed. What was answered is answered then. */
export function useWrite(
  { _id, otherParticipant }: Conversation,
  target: Message | null,
  onDone: () => void,
) {
  const { profileId } = useViewer();
  return async (content: string, type: MessageType = kindOf(content)): Promise<boolean> => {
    if (!otherParticipant._id) return false;
    onDone();
    try {
      await post({
        clientId: crypto.randomUUID(),
        conversationId: _id,
        senderId: profileId,
        receiverId: otherParticipant._id,
        content,
        type,
        replyToId: target?._id ?? null,
        writtenAt: new Date().toISOString(),
      });
      return true;
    } catch {
      toast("This browser could not keep the message. Please try again.", { tone: "danger" });
      return false;
    }
  };
}
