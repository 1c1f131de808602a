/** Finds the words that a member filters in a text, as whole words, however they are written. */

const FORMAT_CHARACTERS = /\p{Cf}|\u{FE0E}|\u{FE0F}/gu;
const SPACES = /\s+/gu;
const IN_WORDS = /[\p{L}\p{M}\p{N}]/u;
/** Scripts that put no spaces between words. */
const WITHOUT_SPACES =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}\p{scx=Javanese}\p{scx=Balinese}]/u;
/** So many texts of open pages are found again without a search. */
const MOST_REMEMBERED = 2_000;

/** The first of the member's words that a text has; null if it has none. */
export type FindWord = (text: string) => string | null;

/** Makes the list ready for searching, once for each change of it. */
export function compileWords(words: readonly string[]): FindWord {
  const wanted = words.map((word) => ({ word, folded: folded(word) })).filter((each) => each.folded !== "");
  const found = new Map<string, string | null>();
  return (text) => {
    const known = found.get(text);
    if (known !== undefined) return known;
    const searched = folded(text);
    const word = wanted.find((each) => hasWord(searched, each.folded))?.word ?? null;
    if (found.size >= MOST_REMEMBERED) found.clear();
    found.set(text, word);
    return word;
  };
}

/** Without case, and without Unicode's other ways to write the same. In upper case first, which makes ß two letters. */
const folded = (text: string) =>
  text
    .normalize("NFKC")
    .replace(FORMAT_CHARACTERS, "")
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKC")
    .replaceAll("ς", "σ")
    .replaceAll("’", "'")
    .replace(SPACES, " ")
    .trim();

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    const begins = isBoundary(lastOf(text.slice(0, at)), firstOf(word));
    if (begins && isBoundary(lastOf(word), firstOf(text.slice(end)))) return true;
  }
  return false;
}

/** Whether a word may end between these two characters, of which one may be missing. */
const isBoundary = (before: string, after: string) =>
  !IN_WORDS.test(before) ||
  !IN_WORDS.test(after) ||
  WITHOUT_SPACES.test(before) ||
  WITHOUT_SPACES.test(after);

const firstOf = (text: string) => (text ? String.fromCodePoint(text.codePointAt(0) ?? 0) : "");
const lastOf = (text: string) => [...text.slice(-2)].at(-1) ?? "";
