import { useEffect, useEffectEvent, useRef, useState } from "react";
import * as composerWords from "../../locales/composer";
import * as uploadWords from "../../locales/upload";
import { toast } from "../../ui/Toast";
import { firstCrop, PLAIN } from "../editor/edits";
import { type Drawable, usePicture } from "../editor/picture";
import type { CropStep } from "../editor/useCropGestures";
import { type UploadState, useUpload } from "../posts/useUpload";
import { looksLikePhoto } from "../upload/upload";
import { type Draft, type DraftFields, IN_BROWSER, ON_SERVER } from "./draft";
import { useParkedDraft } from "./parkedDraft";
import type { OpenedDraft } from "./useOpenedDraft";

const NOTHING: DraftFields = { ...PLAIN, cut: null, caption: "", altText: "", arrived: null };
const SETTLED_MS = 300;

/**
 * A foto in the making. The server has its file as soon as it can; everything else waits here, and in the draft. With
 * `opened`, it goes on with a draft that the server has.
 */
export function useComposition(owner: string, opened: OpenedDraft | null = null) {
  const { storeFields, storeFile, discardDraft, draftOf } = opened ? ON_SERVER : IN_BROWSER;
  const { state, start, resume, stop, cancel } = useUpload(opened?.fields.arrived);
  const [file, setFile] = useState<File | null>(opened?.file ?? null);
  const [unsent, setUnsent] = useState(opened?.fields ?? NOTHING);
  const [error, setError] = useState<{ words: string } | null>(null);
  const picture = usePicture(file, state.step === "ready" ? state.upload.imageUrl : null);
  const [isSent, setSent] = useState(false);
  const [isChosen, setChosen] = useState(false);
  const isFilled = file !== null || unsent.caption !== "" || unsent.altText !== "";
  const isTouched = !isSent && (opened ? file !== opened.file || !isSame(unsent, opened.fields) : isFilled);
  const hasBegun = useRef(false);
  const change = (part: Partial<DraftFields>) => {
    hasBegun.current = true;
    setUnsent((before) => ({ ...before, ...part }));
  };
  const cut = cutFor(unsent, picture);
  const { draft: parked, park, discardParked } = useParkedDraft(owner);

  function choose(chosen: File): void {
    setError(looksLikePhoto(chosen) ? null : { words: uploadWords.notImage() });
    if (!looksLikePhoto(chosen)) return;
    setFile(chosen);
    setChosen(true);
    change({ cut: null, arrived: null });
    // Before the file: a page that goes away in between must not come back with this file and the upload before it.
    storeFields(owner, { ...unsent, cut: null, arrived: null });
    void storeFile(owner, chosen);
    void start(chosen);
    discardParked();
  }

  /** `isForNow` parks the draft, so that the member can restore it. */
  function clear(isForNow = false): void {
    if (isForNow && file) park({ ...unsent, cut, arrived: arrivedIn(state), file });
    stop();
    setFile(null);
    setChosen(false);
    setUnsent(NOTHING);
    setError(null);
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
    if (!parked?.file) return;
    hasBegun.current = true;
    const { file: photo, ...rest } = parked;
    storeFields(owner, rest);
    void storeFile(owner, parked.file);
    putBack({ ...rest, file: photo });
    discardParked();
  }

  const isRead = useRestored(owner, draftOf, hasBegun, (draft) => {
    putBack(draft);
    toast(composerWords.draftRestored());
  });
  useDraftSaved(owner, storeFields, isTouched, { ...unsent, cut, arrived: arrivedIn(state) });

  return {
    isRead,
    file,
    /** Whether the file was chosen just now, rather than brought back. */
    isChosen,
    picture,
    upload: state,
    cut,
    unsent,
    error,
    isTouched,
    choose,
    change,
    changeCut: (step: CropStep) =>
      setUnsent((before) => {
        const now = cutFor(before, picture);
        return now ? { ...before, cut: step(now) } : before;
      }),
    /** It is posted: from here on there is nothing to lose. */
    finish: () => {
      setSent(true);
      discardParked();
      void discardDraft();
    },
    retry: () => file && void start(file),
    cancel,
    clear,
    /** Restores the parked draft; null where there is none. */
    restore: parked ? restore : null,
  };
}

export type Composition = ReturnType<typeof useComposition>;

/** Until the member changes it, the crop is the one that fits the photograph best. */
function cutFor({ cut }: DraftFields, picture: Drawable) {
  if (cut) return cut;
  return typeof picture === "string" ? null : firstCrop(picture);
}

const isSame = (one: DraftFields, other: DraftFields) => {
  const text = ({ arrived: _, ...rest }: DraftFields) => JSON.stringify(rest);
  return text(one) === text(other);
};

function arrivedIn(state: UploadState): DraftFields["arrived"] {
  return state.step === "ready" ? { upload: state.upload, at: state.at } : null;
}

/** Restores the stored draft once, unless the member has begun a new one; answers whether that is decided. */
function useRestored(
  owner: string,
  draftOf: (owner: string) => Promise<Draft | null>,
  hasBegun: { readonly current: boolean },
  restore: (draft: Draft) => void,
): boolean {
  const [isRead, setRead] = useState(false);
  const decide = useEffectEvent((draft: Draft | null) => {
    if (draft && !hasBegun.current) restore(draft);
    setRead(true);
  });
  useEffect(() => {
    let isHere = true;
    void draftOf(owner).then((draft) => isHere && decide(draft));
    return () => {
      isHere = false;
    };
  }, [owner, draftOf]);
  return isRead;
}

/** Stores the draft after a pause in its changes, and at once when the page goes away. */
function useDraftSaved(
  owner: string,
  storeFields: (owner: string, unsent: DraftFields) => void,
  isTouched: boolean,
  unsent: DraftFields,
): void {
  const now = useRef<DraftFields | null>(null);
  const text = JSON.stringify(unsent);
  useEffect(() => {
    now.current = isTouched ? (JSON.parse(text) as DraftFields) : null;
    const write = () => now.current && storeFields(owner, now.current);
    const timer = setTimeout(write, SETTLED_MS);
    window.addEventListener("pagehide", write);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", write);
    };
  }, [owner, storeFields, isTouched, text]);
}
