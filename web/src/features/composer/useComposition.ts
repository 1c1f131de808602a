import { useEffect, useEffectEvent, useRef, useState } from "react";
import { toast } from "../../ui/Toast";
import { looksLikePhoto, NO_PHOTO } from "../posts/upload";
import { type UploadState, useUpload } from "../posts/useUpload";
import { useAside } from "./aside";
import { type Draft, discardDraft, draftOf, keepFile, keepUnsent, type Unsent } from "./draft";
import { firstCut, PLAIN } from "./edits";
import { type Drawable, usePicture } from "./picture";
import type { CutStep } from "./useCropGestures";

const NOTHING: Unsent = { ...PLAIN, cut: null, caption: "", altText: "", arrived: null };
const SETTLED_MS = 300;

/** A foto in the making. The server has its file as soon as it can; everything else waits here, and in the draft. */
export function useComposition(owner: string) {
  const { state, start, resume, stop, cancel } = useUpload();
  const [file, setFile] = useState<File | null>(null);
  const [unsent, setUnsent] = useState(NOTHING);
  const [objection, setObjection] = useState<{ words: string } | null>(null);
  const picture = usePicture(file, state.step === "ready" ? state.upload.imageUrl : null);
  const [isSent, setSent] = useState(false);
  const [isChosen, setChosen] = useState(false);
  const isTouched = !isSent && (file !== null || unsent.caption !== "" || unsent.altText !== "");
  const hasBegun = useRef(false);
  const change = (part: Partial<Unsent>) => {
    hasBegun.current = true;
    setUnsent((before) => ({ ...before, ...part }));
  };
  const cut = cutFor(unsent, picture);
  const { draft: aside, setAside, forgetAside } = useAside(owner);

  function choose(chosen: File): void {
    setObjection(looksLikePhoto(chosen) ? null : { words: NO_PHOTO });
    if (!looksLikePhoto(chosen)) return;
    setFile(chosen);
    setChosen(true);
    change({ cut: null, arrived: null });
    // Before the file: a page that goes away in between must not come back with this file and the upload before it.
    keepUnsent(owner, { ...unsent, cut: null, arrived: null });
    void keepFile(owner, chosen);
    void start(chosen);
    forgetAside();
  }

  /** `isForNow` sets aside what was there, to be restored. */
  function clear(isForNow = false): void {
    if (isForNow && file) setAside({ ...unsent, cut, arrived: arrivedIn(state), file });
    stop();
    setFile(null);
    setChosen(false);
    setUnsent(NOTHING);
    setObjection(null);
    void discardDraft();
  }

  function putBack({ file: photo, ...rest }: Draft): void {
    setUnsent(rest);
    if (!photo) return;
    setFile(photo);
    if (rest.arrived) resume(rest.arrived);
    else void start(photo);
  }

  function restore(): void {
    if (!aside?.file) return;
    hasBegun.current = true;
    const { file: photo, ...rest } = aside;
    keepUnsent(owner, rest);
    void keepFile(owner, aside.file);
    putBack({ ...rest, file: photo });
    forgetAside();
  }

  const isRead = useRestored(owner, hasBegun, (draft) => {
    putBack(draft);
    toast("Your draft is back as you left it.");
  });
  useKept(owner, isTouched, { ...unsent, cut, arrived: arrivedIn(state) });

  return {
    isRead,
    file,
    /** Whether the file was chosen just now, rather than brought back. */
    isChosen,
    picture,
    upload: state,
    cut,
    unsent,
    objection,
    isTouched,
    choose,
    change,
    changeCut: (step: CutStep) =>
      setUnsent((before) => {
        const now = cutFor(before, picture);
        return now ? { ...before, cut: step(now) } : before;
      }),
    /** It is posted: from here on there is nothing to lose. */
    finish: () => {
      setSent(true);
      forgetAside();
      void discardDraft();
    },
    retry: () => file && void start(file),
    cancel,
    clear,
    /** Brings back what was set aside; null where nothing was. */
    restore: aside ? restore : null,
  };
}

export type Composition = ReturnType<typeof useComposition>;

/** Until somebody changes it, the cut is what the photograph suggests. */
function cutFor({ cut }: Unsent, picture: Drawable) {
  if (cut) return cut;
  return typeof picture === "string" ? null : firstCut(picture);
}

function arrivedIn(state: UploadState): Unsent["arrived"] {
  return state.step === "ready" ? { upload: state.upload, at: state.at } : null;
}

/** Brings back, once, what was not sent, unless the member has begun something new; answers whether that is decided. */
function useRestored(
  owner: string,
  hasBegun: { readonly current: boolean },
  restore: (draft: NonNullable<Awaited<ReturnType<typeof draftOf>>>) => void,
): boolean {
  const [isRead, setRead] = useState(false);
  const decide = useEffectEvent((draft: Awaited<ReturnType<typeof draftOf>>) => {
    if (draft && !hasBegun.current) restore(draft);
    setRead(true);
  });
  useEffect(() => {
    let isHere = true;
    void draftOf(owner).then((draft) => isHere && decide(draft));
    return () => {
      isHere = false;
    };
  }, [owner]);
  return isRead;
}

/** Keeps what is on the screen as soon as it has been still for a moment, and at once when the page goes away. */
function useKept(owner: string, isTouched: boolean, unsent: Unsent): void {
  const now = useRef<Unsent | null>(null);
  const text = JSON.stringify(unsent);
  useEffect(() => {
    now.current = isTouched ? (JSON.parse(text) as Unsent) : null;
    const write = () => now.current && keepUnsent(owner, now.current);
    const timer = setTimeout(write, SETTLED_MS);
    window.addEventListener("pagehide", write);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", write);
    };
  }, [owner, isTouched, text]);
}
