import { deleteNote, deleteValue, getNote, getValue, putNote, putValue } from "../../lib/offlineStorage";
import { type Colours, type Crop, PLAIN } from "../editor/edits";
import type { Arrived } from "../posts/useUploads";

/** Everything of one unsent foto but its file. `arrived` is the upload, while the server still has it. */
export interface FotoFields extends Colours {
  key: string;
  cut: Crop | null;
  altText: string;
  arrived: Arrived | null;
}

/** An unsent post: one foto at least, which may be blank. */
export interface DraftFields {
  caption: string;
  fotos: FotoFields[];
}

export type Files = Readonly<Record<string, File>>;

/** The files of its fotos, by their keys. */
export interface Draft extends DraftFields {
  files: Files;
}

/** How a version stored it that knew one foto only. */
type OnlyFoto = Omit<FotoFields, "key"> & { caption: string };
interface StoredWords {
  owner: string;
  unsent: DraftFields | OnlyFoto;
}
interface StoredFiles {
  owner: string;
  files?: Files;
  file?: File | null;
}

const ONLY = "only";
/** The server deletes unposted uploads after a day; the client stops using them well before. */
const UPLOAD_USABLE_MS = 20 * 3_600_000;

export const blankFoto = (): FotoFields => ({
  ...PLAIN,
  key: crypto.randomUUID(),
  cut: null,
  altText: "",
  arrived: null,
});

export const nothing = (): DraftFields => ({ caption: "", fotos: [blankFoto()] });

/** The files are kept apart, so that a word more does not write megabytes again. */
function placeIn(filesKey: string, wordsKey: string) {
  return {
    storeFiles: (owner: string, files: Files) => putValue(filesKey, { owner, files }),
    storeFields: (owner: string, unsent: DraftFields) => putNote(wordsKey, { owner, unsent }),
    discardDraft(): Promise<void> {
      deleteNote(wordsKey);
      return deleteValue(filesKey);
    },
    /** The member's stored draft; null if there is none. */
    async draftOf(owner: string): Promise<Draft | null> {
      const words = getNote(wordsKey) as StoredWords | undefined;
      const photos = (await getValue(filesKey)) as StoredFiles | undefined;
      return words?.owner === owner ? draftFrom(words, photos?.owner === owner ? photos : null) : null;
    },
  };
}

function draftFrom({ unsent }: StoredWords, photos: StoredFiles | null): Draft {
  const { caption, fotos } = "fotos" in unsent ? unsent : { ...unsent, fotos: [{ ...unsent, key: ONLY }] };
  const files = photos?.files ?? (photos?.file ? { [ONLY]: photos.file } : {});
  const usable = fotos.map((foto) => ({ ...foto, arrived: stillThere(foto.arrived) }));
  const isKept = ({ key, arrived }: FotoFields) => Boolean(files[key] ?? arrived);
  // Of a single one the words stay, whatever became of its file.
  return { caption, fotos: usable.length === 1 ? usable : orBlank(usable.filter(isKept)), files };
}

const stillThere = (arrived: Arrived | null) =>
  arrived !== null && Date.now() - arrived.at < UPLOAD_USABLE_MS ? arrived : null;

export const orBlank = (fotos: FotoFields[]) => (fotos.length > 0 ? fotos : [blankFoto()]);

/** Keeps what was never saved in this browser. */
export const IN_BROWSER = placeIn("foto", "foto-words");
/** One post for each browser, apart from the draft: what its member writes meanwhile does not change it. */
export const ASIDE = placeIn("aside-foto", "aside-foto-words");
/** Keeps nothing here: the server has what was saved. */
export const ON_SERVER: typeof IN_BROWSER = {
  storeFiles: () => Promise.resolve(true),
  storeFields: () => undefined,
  discardDraft: () => Promise.resolve(),
  draftOf: () => Promise.resolve(null),
};
