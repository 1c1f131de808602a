import type { ProfileId } from "../../api";
import { local, tryOrUndefined } from "../../lib/storage";
import { type Coverable, FILTERED_WORDS } from "./Covered";
import { compileWords, type FindWord } from "./wordFilter";

interface Filtered {
  of: ProfileId;
  words: readonly string[];
}

const shown = new Set<string>();
const listeners = new Set<() => void>();
let filtered = tryOrUndefined(() => JSON.parse(local.get(FILTERED_WORDS) ?? "") as Filtered);
let find: FindWord = compileWords(filtered?.words ?? []);

/** Replaces the words of a member, here and in this browser's storage, where the next page finds them at once. */
export function setFilteredWords(now: Filtered): void {
  if (now.words.length) local.set(FILTERED_WORDS, JSON.stringify(now));
  else local.remove(FILTERED_WORDS);
  filtered = now;
  find = compileWords(now.words);
  changed();
}

/** Uncovers a post or a comment until the page is loaded again. */
export function show(id: string): void {
  shown.add(id);
  changed();
}

/**
 * The word for which a text of another member is covered; null where the viewer may see it. Without a viewer, the last
 * member of this browser counts.
 */
export function wordIn(of: Coverable, viewer = filtered?.of): string | null {
  if (filtered?.of !== viewer || of.profileId === viewer || shown.has(of._id)) return null;
  for (const text of textsOf(of)) {
    const word = text ? find(text) : null;
    if (word !== null) return word;
  }
  return null;
}

const textsOf = ({ caption, altText, content, images = [] }: Coverable) => [
  caption,
  altText,
  content,
  ...images.flatMap((image) => [image.caption, image.altText]),
];

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function changed(): void {
  for (const listener of listeners) listener();
}
