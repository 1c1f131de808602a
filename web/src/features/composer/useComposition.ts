import { useState } from "react";
import * as composerWords from "../../locales/composer";
import * as uploadWords from "../../locales/upload";
import { toast } from "../../ui/Toast";
import type { Size } from "../editor/crop";
import { type Crop, firstCrop } from "../editor/edits";
import { usePicture } from "../editor/picture";
import type { CropStep } from "../editor/useCropGestures";
import { MOST_FOTOS } from "../posts/limits";
import type { UploadState } from "../posts/useUpload";
import { type Arrived, type UploadStates, useUploads } from "../posts/useUploads";
import { looksLikePhoto } from "../upload/upload";
import {
  blankFoto,
  type Draft,
  type DraftFields,
  type Files,
  type FotoFields,
  IN_BROWSER,
  nothing,
  ON_SERVER,
  orBlank,
} from "./draft";
import { useParkedDraft } from "./parkedDraft";
import type { OpenedDraft } from "./useOpenedDraft";
import { useDraftSaved, useRestored } from "./useStoredDraft";

/** A foto of the post in the making, with its way to the server. `cut` is null until its size is known. */
export interface ComposedFoto extends FotoFields {
  file: File | null;
  upload: UploadState;
}

/**
 * A post in the making. The server has its files as soon as it can; everything else waits here, and in the draft. One of
 * its fotos is being edited. With `opened`, it goes on with a draft that the server has.
 */
export function useComposition(owner: string, opened: OpenedDraft | null = null) {
  const { storeFields, storeFiles, discardDraft, draftOf } = opened ? ON_SERVER : IN_BROWSER;
  const [unsent, setUnsent] = useState<DraftFields>(() => opened?.fields ?? nothing());
  const [files, setFiles] = useState<Files>(opened?.files ?? {});
  const uploads = useUploads(opened ? arrivedOf(opened.fields) : NONE);
  const [error, setError] = useState<{ words: string } | null>(null);
  const [isSent, setSent] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const [edited, setEdited] = useState<string | null>(null);
  const [hasBegun, setBegun] = useState(false);
  const { draft: parked, park, discardParked } = useParkedDraft(owner);

  const active = unsent.fotos.find(({ key }) => key === edited) ?? (unsent.fotos[0] as FotoFields);
  const activeUpload = uploads.states[active.key] ?? UNSENT;
  const picture = usePicture(
    files[active.key] ?? originalOf(active),
    activeUpload.step === "ready" ? activeUpload.upload.imageUrl : null,
  );
  const at = unsent.fotos.indexOf(active);
  const fotos: ComposedFoto[] = unsent.fotos.map((foto) => {
    const upload = uploads.states[foto.key] ?? UNSENT;
    const size = foto === active ? picture : sizeOf(upload);
    return { ...foto, file: files[foto.key] ?? null, upload, cut: cutFor(foto, size) };
  });
  const shown = fotos.find(({ key }) => key === active.key) as ComposedFoto;
  const isFilled = unsent.caption !== "" || unsent.fotos.some((foto) => isBegun(foto, files));
  const isTouched = !isSent && (opened ? !isSame(unsent, opened.fields) : isFilled);

  function put(next: DraftFields, photos: Files = files): void {
    setBegun(true);
    setUnsent(next);
    setFiles(photos);
    // Before the files: a page that goes away in between must not come back with a file and the upload before it.
    storeFields(owner, withArrived(next, uploads.states));
    if (photos !== files) void storeFiles(owner, photos);
  }

  const changeActive = (how: (foto: FotoFields) => FotoFields) =>
    setUnsent((before) => ({
      ...before,
      fotos: before.fotos.map((foto) => (foto.key === active.key ? how(foto) : foto)),
    }));

  /** In place of the foto that is edited; further ones follow it. */
  function take(photos: readonly File[], at: number, removed: 0 | 1): void {
    const taken = photos.filter(looksLikePhoto);
    setError(taken.length < photos.length ? { words: uploadWords.notImage() } : null);
    const room = MOST_FOTOS - unsent.fotos.length + removed;
    if (taken.length > room) setError({ words: composerWords.tooMany({ most: MOST_FOTOS }) });
    const fresh = taken.slice(0, room).map((file, index) => {
      const kept = removed && index === 0 ? active : blankFoto();
      return { file, foto: { ...kept, key: crypto.randomUUID(), cut: null, arrived: null } };
    });
    const [first] = fresh;
    if (!first) return;
    const left = removed ? active.key : null;
    if (left) uploads.remove(left);
    const photosNow = Object.fromEntries(Object.entries(files).filter(([key]) => key !== left));
    for (const { file, foto } of fresh) photosNow[foto.key] = file;
    put(
      { ...unsent, fotos: unsent.fotos.toSpliced(at, removed, ...fresh.map(({ foto }) => foto)) },
      photosNow,
    );
    for (const { file, foto } of fresh) uploads.start(foto.key, file);
    setChosen(first.foto.key);
    setEdited(first.foto.key);
    discardParked();
  }

  const add = (photos: readonly File[]) =>
    isBlank(active, files) ? take(photos, at, 1) : take(photos, unsent.fotos.length, 0);

  function remove(key: string): void {
    const at = unsent.fotos.findIndex((foto) => foto.key === key);
    const left = orBlank(unsent.fotos.filter((foto) => foto.key !== key));
    uploads.remove(key);
    if (key === active.key) setEdited(left[Math.min(at, left.length - 1)]?.key ?? null);
    setError(null);
    put(
      { ...unsent, fotos: left },
      Object.fromEntries(Object.entries(files).filter(([each]) => each !== key)),
    );
  }

  /** `isForNow` parks the draft, so that the member can restore it. */
  function clear(isForNow = false): void {
    if (isForNow && Object.keys(files).length > 0) park({ ...withArrived(unsent, uploads.states), files });
    uploads.removeAll();
    setFiles({});
    setUnsent(nothing());
    setEdited(null);
    setChosen(null);
    setError(null);
    void discardDraft();
  }

  function putBack({ files: photos, ...rest }: Draft): void {
    setUnsent(rest);
    setFiles(photos);
    for (const { key, arrived } of rest.fotos) {
      const file = photos[key];
      if (arrived) uploads.resume(key, arrived);
      else if (file) uploads.start(key, file);
    }
  }

  function restore(): void {
    if (!parked) return;
    setBegun(true);
    const { files: photos, ...rest } = parked;
    storeFields(owner, rest);
    void storeFiles(owner, photos);
    putBack(parked);
    discardParked();
  }

  const isRead = useRestored(owner, draftOf, hasBegun, (draft) => {
    putBack(draft);
    toast(composerWords.draftRestored());
  });
  useDraftSaved(
    owner,
    storeFields,
    isTouched,
    withArrived({ ...unsent, fotos: fotos.map(fieldsOf) }, uploads.states),
  );

  return {
    isRead,
    fotos,
    /** The foto that is edited. */
    shown,
    hasFoto: shown.file !== null || active.arrived !== null,
    /** Whether its file was chosen just now, rather than brought back. */
    isChosen: chosen === active.key,
    picture,
    unsent: { ...active, caption: unsent.caption },
    caption: unsent.caption,
    error,
    isTouched,
    choose: (file: File) => take([file], at, 1),
    /** Behind the other fotos, or in the place of a blank one. */
    add,
    /** What was dropped or pasted: a single file replaces a single foto. */
    bring: (photos: readonly File[]) =>
      photos.length === 1 && unsent.fotos.length === 1 ? take(photos, at, 1) : add(photos),
    edit: setEdited,
    remove,
    move(key: string, to: number): void {
      const from = unsent.fotos.findIndex((foto) => foto.key === key);
      const foto = unsent.fotos[from];
      if (foto && to >= 0 && to < unsent.fotos.length && to !== from)
        put({ ...unsent, fotos: unsent.fotos.toSpliced(from, 1).toSpliced(to, 0, foto) });
    },
    change({ caption, ...look }: Partial<FotoFields & { caption: string }>): void {
      setBegun(true);
      if (caption !== undefined) setUnsent((before) => ({ ...before, caption }));
      else changeActive((foto) => ({ ...foto, ...look }));
    },
    changeCut: (step: CropStep) =>
      changeActive((foto) => {
        const now = cutFor(foto, picture);
        return now ? { ...foto, cut: step(now) } : foto;
      }),
    /** It is posted: from here on there is nothing to lose. */
    finish: () => {
      setSent(true);
      discardParked();
      void discardDraft();
    },
    retry(key: string): void {
      const file = files[key];
      if (file) uploads.start(key, file);
    },
    forgive: uploads.forgive,
    cancel: uploads.cancel,
    clear,
    /** Restores the parked draft; null where there is none. */
    restore: parked ? restore : null,
  };
}

export type Composition = ReturnType<typeof useComposition>;

const UNSENT: UploadState = { step: "none" };
const NONE: Record<string, Arrived> = {};

/** Until the member changes it, the crop is the one that fits the photograph best. */
function cutFor({ cut }: FotoFields, size: Size | string | null): Crop | null {
  if (cut) return cut;
  return size === null || typeof size === "string" ? null : firstCrop(size);
}

const sizeOf = (upload: UploadState): Size | null => (upload.step === "ready" ? upload.upload : null);

const originalOf = ({ arrived }: FotoFields) => arrived && `/api/media/${arrived.upload.mediaId}/original`;

const isBlank = ({ key, arrived }: FotoFields, files: Files) => !files[key] && !arrived;
const isBegun = (foto: FotoFields, files: Files) => foto.altText !== "" || !isBlank(foto, files);

const fieldsOf = ({ file: _, upload: __, ...fields }: ComposedFoto): FotoFields => fields;

const arrivedOf = ({ fotos }: DraftFields): Record<string, Arrived> =>
  Object.fromEntries(fotos.flatMap(({ key, arrived }) => (arrived ? [[key, arrived]] : [])));

function withArrived(draft: DraftFields, states: UploadStates): DraftFields {
  return {
    ...draft,
    fotos: draft.fotos.map((foto) => {
      const state = states[foto.key];
      return { ...foto, arrived: state?.step === "ready" ? { upload: state.upload, at: state.at } : null };
    }),
  };
}

const isSame = (one: DraftFields, other: DraftFields) => {
  const text = ({ caption, fotos }: DraftFields) =>
    JSON.stringify([caption, fotos.map(({ arrived: _, ...rest }) => rest)]);
  return text(one) === text(other);
};
