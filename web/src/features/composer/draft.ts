import { deleteNote, deleteValue, getNote, getValue, putNote, putValue } from "../../lib/offlineStorage";
import type { Colours, Crop } from "../editor/edits";
import type { Upload } from "../upload/upload";

/** Everything of an unsent foto but its file. `arrived` is the upload, while the server still has it. */
export interface DraftFields extends Colours {
  cut: Crop | null;
  caption: string;
  altText: string;
  arrived: { upload: Upload; at: number } | null;
}

export interface Draft extends DraftFields {
  file: File | null;
}

/** The file is kept apart, so that a word more does not write megabytes again. */
const FILE = "foto";
const WORDS = "foto-words";
/** The server deletes unposted uploads after a day; the client stops using them well before. */
export const UPLOAD_USABLE_MS = 20 * 3_600_000;

const storeFile = (owner: string, file: File) => putValue(FILE, { owner, file });

const storeFields = (owner: string, unsent: DraftFields) => putNote(WORDS, { owner, unsent });

function discardDraft(): Promise<void> {
  deleteNote(WORDS);
  return deleteValue(FILE);
}

/** The member's stored draft; null if there is none. */
async function draftOf(owner: string): Promise<Draft | null> {
  const words = getNote(WORDS) as { owner: string; unsent: DraftFields } | undefined;
  if (words?.owner !== owner) return null;
  const photo = (await getValue(FILE)) as { owner: string; file: File } | undefined;
  const { arrived, ...unsent } = words.unsent;
  const isThere = arrived !== null && Date.now() - arrived.at < UPLOAD_USABLE_MS;
  const file = photo?.owner === owner ? photo.file : null;
  return { ...unsent, arrived: isThere ? arrived : null, file };
}

/** Keeps what was never saved in this browser. */
export const IN_BROWSER = { storeFile, storeFields, discardDraft, draftOf };
/** Keeps nothing here: the server has what was saved. */
export const ON_SERVER: typeof IN_BROWSER = {
  storeFile: () => Promise.resolve(true),
  storeFields: () => undefined,
  discardDraft: () => Promise.resolve(),
  draftOf: () => Promise.resolve(null),
};
