import { useEffect, useRef, useState } from "react";
import type { ConversationId } from "../../api";
import { countShelved } from "../../lib/countShelved";
import { wordsFor } from "../../lib/refusal";
import { forget, keep, kept } from "../../lib/shelf";
import { looksLikePhoto, type Sent, upload } from "../posts/upload";
import { isAboutContent } from "../posts/useUpload";

const NO_PHOTO = "Please upload an image file";
const LEFT = "This foto is not sent yet.";

const PREFIX = "chat-foto-";

/** How many fotos lie in this browser's chats and are not sent. */
export const countUnsentFotos = () => countShelved((key) => key.startsWith(PREFIX));

export type Attachment =
  | { step: "none" }
  | { step: "sending"; sent: Sent }
  /** `file` is what can be tried again. */
  | { step: "failed"; words: string; isContent: boolean; file: File | null };

/**
 * A foto on its way into a conversation. It is sent when the server has taken it. Until then the browser keeps it: whoever
 * closes the chat, or loads the page again, finds it when they come back.
 */
export function useAttachment(id: ConversationId, onArrived: (imageUrl: string) => Promise<boolean>) {
  const [state, setState] = useState<Attachment>({ step: "none" });
  const running = useRef<AbortController | null>(null);
  const key = PREFIX + id;
  useEffect(() => {
    let isWanted = true;
    void kept(key).then((file) => {
      if (isWanted && !running.current && file instanceof File)
        setState({ step: "failed", words: LEFT, isContent: false, file });
    });
    return () => {
      isWanted = false;
      running.current?.abort();
    };
  }, [key]);

  async function attach(file: File): Promise<void> {
    if (!looksLikePhoto(file))
      return setState({ step: "failed", words: NO_PHOTO, isContent: false, file: null });
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    const tell = (next: Attachment) => control.signal.aborted || setState(next);
    tell({ step: "sending", sent: { loaded: 0, total: file.size } });
    try {
      await keep(key, file);
      const { imageUrl } = await upload(file, (sent) => tell({ step: "sending", sent }), control.signal);
      if (control.signal.aborted) return;
      if (await onArrived(imageUrl)) await forget(key);
      tell({ step: "none" });
    } catch (error) {
      const words = wordsFor(error, "The foto was not sent. Please try again.");
      tell({ step: "failed", words, isContent: isAboutContent(error), file });
    }
  }

  function clear(): void {
    running.current?.abort();
    void forget(key);
    setState({ step: "none" });
  }

  return { state, attach, clear };
}
