import { useEffect, useRef, useState } from "react";
import { wordsFor } from "../../lib/refusal";
import { looksLikePhoto, type Sent, upload } from "../posts/upload";
import { isAboutContent } from "../posts/useUpload";

const NO_PHOTO = "Please upload an image file";

export type Attachment =
  | { step: "none" }
  | { step: "sending"; sent: Sent }
  | { step: "failed"; words: string; isContent: boolean };

/** A foto on its way into a conversation. It is sent when the server has taken it. */
export function useAttachment(onArrived: (imageUrl: string) => Promise<unknown>) {
  const [state, setState] = useState<Attachment>({ step: "none" });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function attach(file: File): Promise<void> {
    if (!looksLikePhoto(file)) return setState({ step: "failed", words: NO_PHOTO, isContent: false });
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    const tell = (next: Attachment) => control.signal.aborted || setState(next);
    tell({ step: "sending", sent: { loaded: 0, total: file.size } });
    try {
      const { imageUrl } = await upload(file, (sent) => tell({ step: "sending", sent }), control.signal);
      if (control.signal.aborted) return;
      await onArrived(imageUrl);
      tell({ step: "none" });
    } catch (error) {
      const words = wordsFor(error, "The foto was not sent. Please try again.");
      tell({ step: "failed", words, isContent: isAboutContent(error) });
    }
  }

  function clear(): void {
    running.current?.abort();
    setState({ step: "none" });
  }

  return { state, attach, clear };
}
