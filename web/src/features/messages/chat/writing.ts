import type { Conversation, Message, ProfileId } from "../../../api";
import * as chatFormWords from "../../../locales/chatForm";
import { toast } from "../../../ui/Toast";
import { kindOf } from "../emoji/kind";
import { enqueue, type PendingMessage } from "../outbox/outbox";

interface Writing {
  conversation: Conversation;
  writer: ProfileId;
  target: Message | null;
  onDone: () => void;
}

/** Long enough to be read: a member who misses it may close the page. */
const UNKEPT_MS = 8_000;

/** Puts a text or a foto into the outbox; false where that failed. Ends the reply. */
export function writerOf({ conversation: { _id, otherParticipant }, writer, target, onDone }: Writing) {
  async function put(
    what: Pick<PendingMessage, "content" | "type" | "awaitsUpload">,
    file?: Blob,
  ): Promise<boolean> {
    if (!otherParticipant._id) return false;
    onDone();
    try {
      const message = {
        ...what,
        clientId: crypto.randomUUID(),
        conversationId: _id,
        senderId: writer,
        receiverId: otherParticipant._id,
        replyToId: target?._id ?? null,
        writtenAt: new Date().toISOString(),
      };
      if (!(await enqueue(message, file)))
        toast(chatFormWords.notStored(), { tone: "danger", stay: UNKEPT_MS });
      return true;
    } catch {
      toast(chatFormWords.couldntStore(), { tone: "danger" });
      return false;
    }
  }
  return {
    write: (content: string) => put({ content, type: kindOf(content) }),
    attach: (foto: Blob) => put({ content: "", type: "photo", awaitsUpload: true }, foto),
  };
}
