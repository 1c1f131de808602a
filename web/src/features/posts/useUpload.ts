import { useEffect, useRef, useState } from "react";
import { wordsFor } from "../../lib/refusal";
import * as uploadWords from "../../locales/upload";
import { causeOf, type FailureCause, type Sent, type Upload, upload } from "../upload/upload";

/** `at` is when it arrived, in milliseconds since 1970. */
export type UploadState =
  | { step: "none" }
  | { step: "sending"; sent: Sent }
  | { step: "ready"; upload: Upload; at: number }
  | { step: "failed"; words: string; cause: FailureCause };

/** Whether a refusal is about the content of the photograph; both kinds end with the form cleared. */
export const isAboutContent = (error: unknown) => endsForm(causeOf(error));
export const endsForm = (cause: FailureCause) => cause === "content" || cause === "unverified";

export function failure(error: unknown): UploadState {
  const said = wordsFor(error, uploadWords.unknownError());
  const cause = causeOf(error);
  return {
    step: "failed",
    words: endsForm(cause) ? said : uploadWords.couldntProcess({ error: said }),
    cause,
  };
}

/** One photograph on its way to the server; `arrived` is one that is there. Choosing another one stops the first. */
export function useUpload(arrived: { upload: Upload; at: number } | null = null) {
  const [state, setState] = useState<UploadState>(arrived ? { step: "ready", ...arrived } : { step: "none" });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  function restart(next: UploadState): void {
    running.current?.abort();
    running.current = null;
    setState(next);
  }

  async function start(file: File): Promise<void> {
    restart({ step: "sending", sent: { loaded: 0, total: file.size } });
    const control = new AbortController();
    running.current = control;
    const tell = (next: UploadState) => control.signal.aborted || setState(next);
    try {
      const done = await upload(file, (sent) => tell({ step: "sending", sent }), control.signal);
      tell({ step: "ready", upload: done, at: Date.now() });
    } catch (error) {
      tell(failure(error));
    }
  }

  return {
    state,
    start,
    /** It arrived before, and the server still has it. */
    resume: (done: { upload: Upload; at: number }) => restart({ step: "ready", ...done }),
    stop: () => restart({ step: "none" }),
    cancel: () => restart({ step: "failed", words: uploadWords.cancelled(), cause: "passing" }),
  };
}
