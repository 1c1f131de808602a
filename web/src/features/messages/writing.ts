import type { Conversation, Message, MessageType, ProfileId } from "../../api";
import { toast } from "../../ui/Toast";
import { kindOf } from "./kind";
import { post } from "./outbox";

interface Writing {
  conversation: Conversation;
  writer: ProfileId;
  target: Message | null;
  onDone: () => void;
}

/** Puts words, or the address of a foto, into the outbox; false where that failed. What was answered is answered then. */
export function writerOf({ conversation: { _id, otherParticipant }, writer, target, onDone }: Writing) {
  return async (content: string, type: MessageType = kindOf(content)): Promise<boolean> => {
    if (!otherParticipant._id) return false;
    onDone();
    try {
      await post({
        clientId: crypto.randomUUID(),
        conversationId: _id,
        senderId: writer,
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
