import { useEffect, useRef, useState } from "react";
import * as uploadWords from "../../locales/upload";
import { type Upload, upload } from "../upload/upload";
import { failure, type UploadState } from "./useUpload";

/** The server works on so many photographs of a member at a time. */
const AT_ONCE = 2;

/** An upload that the server has, and when it came, in milliseconds since 1970. */
export interface Arrived {
  upload: Upload;
  at: number;
}

export type UploadStates = Readonly<Record<string, UploadState>>;

/** Photographs on their way to the server, by their keys; two at a time, and each fails or arrives by itself. */
export function useUploads(arrived: Readonly<Record<string, Arrived>>) {
  const [states, setStates] = useState<UploadStates>(() =>
    Object.fromEntries(Object.entries(arrived).map(([key, done]) => [key, { step: "ready", ...done }])),
  );
  const running = useRef(new Map<string, AbortController>());
  const waiting = useRef<{ key: string; file: File }[]>([]);
  useEffect(() => {
    const { current } = running;
    return () => {
      for (const control of current.values()) control.abort();
    };
  }, []);

  const put = (key: string, state: UploadState) => setStates((before) => ({ ...before, [key]: state }));

  function stop(key: string): void {
    waiting.current = waiting.current.filter((each) => each.key !== key);
    running.current.get(key)?.abort();
    running.current.delete(key);
  }

  async function send(key: string, file: File): Promise<void> {
    const control = new AbortController();
    running.current.set(key, control);
    const tell = (state: UploadState) => control.signal.aborted || put(key, state);
    try {
      const done = await upload(file, (sent) => tell({ step: "sending", sent }), control.signal);
      tell({ step: "ready", upload: done, at: Date.now() });
    } catch (error) {
      tell(failure(error));
    }
    if (running.current.get(key) === control) running.current.delete(key);
    next();
  }

  function next(): void {
    while (running.current.size < AT_ONCE) {
      const first = waiting.current.shift();
      if (!first) return;
      void send(first.key, first.file);
    }
  }

  return {
    states,
    start(key: string, file: File): void {
      stop(key);
      put(key, { step: "sending", sent: { loaded: 0, total: file.size } });
      waiting.current.push({ key, file });
      next();
    },
    /** It arrived before, and the server still has it. */
    resume(key: string, done: Arrived): void {
      stop(key);
      put(key, { step: "ready", ...done });
    },
    cancel(key: string): void {
      stop(key);
      put(key, { step: "failed", words: uploadWords.cancelled(), cause: "passing" });
      next();
    },
    /** It could not be checked: another try may do. */
    forgive: (key: string) =>
      setStates((before) => {
        const state = before[key];
        return state?.step === "failed" ? { ...before, [key]: { ...state, cause: "passing" } } : before;
      }),
    remove(key: string): void {
      stop(key);
      setStates(({ [key]: _, ...others }) => others);
      next();
    },
    removeAll(): void {
      for (const key of [...running.current.keys()]) stop(key);
      waiting.current = [];
      setStates({});
    },
  };
}
