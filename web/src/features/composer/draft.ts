import { forget, forgetNote, keep, kept, note, noted } from "../../lib/shelf";
import type { Upload } from "../posts/upload";
import type { Colours, Cut } from "./edits";

/** Everything of an unsent foto but its file. `arrived` is the upload, while the server still has it. */
export interface Unsent extends Colours {
  cut: Cut | null;
  caption: string;
  altText: string;
  arrived: { upload: Upload; at: number } | null;
}

export interface Draft extends Unsent {
  file: File | null;
}

/** The file is kept apart, so that a word more does not write megabytes again. */
const FILE = "foto";
const WORDS = "foto-words";
/** The server forgets after a day what nobody posted; we stop counting on it well before. */
export const COUNTED_ON_MS = 20 * 3_600_000;

export const keepFile = (owner: string, file: File) => keep(FILE, { owner, file });

export const keepUnsent = (owner: string, unsent: Unsent) => note(WORDS, { owner, unsent });

export function discardDraft(): Promise<void> {
  forgetNote(WORDS);
  return forget(FILE);
}

/** What this member had not sent when the page went away; null if there was nothing. */
export async function draftOf(owner: string): Promise<Draft | null> {
  const words = noted(WORDS) as { owner: string; unsent: Unsent } | undefined;
  if (words?.owner !== owner) return null;
  const photo = (await kept(FILE)) as { owner: string; file: File } | undefined;
  const { arrived, ...unsent } = words.unsent;
  const isThere = arrived !== null && Date.now() - arrived.at < COUNTED_ON_MS;
  const file = photo?.owner === owner ? photo.file : null;
  return { ...unsent, arrived: isThere ? arrived : null, file };
}
