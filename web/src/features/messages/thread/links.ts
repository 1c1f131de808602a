/** A piece of a message: words, or a link with its text, its target, and its position in the message. */
export type Piece = { text: string } | { text: string; href: string; at: number };

const ADDRESS = /\bhttps?:\/\/[^\s<>"]+/giu;
/** Ends a sentence, not an address. */
const BEHIND = /[.,:;!?'’”»…*_~]+$/u;
const PLAIN = /^[\x21-\x7e]+$/;

/**
 * A message's words with its web addresses as links. An address is shown as it was written if that says where it leads:
 * one with other letters than ASCII's, which can look like a host that it is not, is shown as browsers read it. One with a
 * name before its host is no link.
 */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const written = trimmed(found);
    const url = urlOf(written);
    if (!url) continue;
    if (index > end) pieces.push({ text: text.slice(end, index) });
    const isPlain = PLAIN.test(written) && written.toLowerCase().startsWith(url.origin);
    pieces.push({ text: isPlain ? written : url.href, href: url.href, at: index });
    end = index + written.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

export const hasLinks = (text: string) => piecesOf(text).some((piece) => "href" in piece);

/** Without what ends the sentence, and without a bracket that was opened before the address. */
function trimmed(found: string): string {
  const shorter = found.replace(BEHIND, "");
  const isClosed = shorter.endsWith(")") && shorter.split(")").length > shorter.split("(").length;
  const next = isClosed ? shorter.slice(0, -1) : shorter;
  return next === found ? found : trimmed(next);
}

function urlOf(written: string): URL | null {
  if (!URL.canParse(written)) return null;
  const url = new URL(written);
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  return isWeb && !url.username && !url.password && url.hostname ? url : null;
}
