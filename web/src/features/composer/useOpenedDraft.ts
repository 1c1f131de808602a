import { useQuery } from "convex/react";
import { useEffect, useEffectEvent, useState } from "react";
import { api, type Draft, type DraftId, type PostType } from "../../api";
import { cropOf } from "../drafts/draftFoto";
import type { DraftFields, Files, FotoFields } from "./draft";

/** A draft as it was when it was opened, with the file of its first foto. */
export interface OpenedDraft {
  id: DraftId;
  version: number;
  publishAt: string | null;
  postType: PostType | null;
  fields: DraftFields;
  /** Of the first foto; the others are drawn from their addresses. */
  files: Files;
}

type Opening = OpenedDraft | "coming" | "gone" | "failed";

/** Opens a draft: its words and look, and the original of its foto. What other devices change later does not move it. */
export function useOpenedDraft(id: DraftId): { opened: Opening; retry: () => void } {
  const draft = useQuery(api.drafts.get, { draftId: id });
  const [opened, setOpened] = useState<OpenedDraft | "failed" | null>(null);
  const isKnown = draft !== undefined && draft !== null;
  // What another device changes meanwhile must not move what is open here.
  const open = useEffectEvent((signal: AbortSignal) => {
    if (!draft) return;
    fetchedFile(draft, signal).then(
      (file) => setOpened(openedFrom(draft, file)),
      () => signal.aborted || setOpened("failed"),
    );
  });
  useEffect(() => {
    if (!isKnown || opened) return;
    const control = new AbortController();
    open(control.signal);
    return () => control.abort();
  }, [isKnown, opened]);
  return { opened: opened ?? (draft === null ? "gone" : "coming"), retry: () => setOpened(null) };
}

async function fetchedFile({ fotos: [foto] }: Draft, signal: AbortSignal): Promise<File> {
  const response = await fetch(`/api/media/${foto?.mediaId}/original`, { signal });
  if (!response.ok) throw new Error(`the original was answered with ${response.status}`);
  const photo = await response.blob();
  return new File([photo], "foto", { type: photo.type });
}

function openedFrom(draft: Draft, file: File): OpenedDraft {
  const { _id: id, version, publishAt, postType, caption, fotos } = draft;
  const [first] = fotos;
  const fields = { caption, fotos: fotos.map(fieldsOf) };
  return { id, version, publishAt, postType, fields, files: first ? { [first.mediaId]: file } : {} };
}

function fieldsOf(foto: Draft["fotos"][number]): FotoFields {
  const { mediaId, imageUrl, width, height, thumbhash, filter, adjustments, altText } = foto;
  const upload = { mediaId, imageUrl, width, height, thumbhash };
  return {
    key: mediaId,
    filter,
    adjustments,
    cut: cropOf(foto),
    altText,
    arrived: { upload, at: Date.now() },
  };
}
