import { useEffect, useRef, useState } from "react";
import { codeOf, wordsFor } from "../../lib/refusal";
import { looksLikePhoto, type Sent, type Upload, upload } from "./upload";

export type UploadState =
  | { step: "none" }
  | { step: "sending"; file: File; sent: Sent }
  | { step: "ready"; file: File; upload: Upload }
  | { step: "failed"; file: File | null; words: string; isContent: boolean };

function failure(file: File, error: unknown): UploadState {
  const said = wordsFor(error, "Unknown error");
  if (codeOf(error) === "content_refused") return { step: "failed", file, words: said, isContent: true };
  return { step: "failed", file, words: `Error processing image: ${said}`, isContent: false };
}

/** One photograph on its way to the server. Choosing another one stops the first. */
export function useUpload() {
  const [state, setState] = useState<UploadState>({ step: "none" });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  function stop(): void {
    running.current?.abort();
    running.current = null;
    setState({ step: "none" });
  }

  async function start(file: File): Promise<void> {
    stop();
    if (!looksLikePhoto(file)) {
      setState({ step: "failed", file: null, words: "Please upload an image file", isContent: false });
      return;
    }
    const control = new AbortController();
    running.current = control;
    const tell = (next: UploadState) => control.signal.aborted || setState(next);
    tell({ step: "sending", file, sent: { loaded: 0, total: file.size } });
    try {
      const done = await upload(file, (sent) => tell({ step: "sending", file, sent }), control.signal);
      tell({ step: "ready", file, upload: done });
    } catch (error) {
      tell(failure(file, error));
    }
  }

  return { state, start, stop };
}
