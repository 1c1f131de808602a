/** A piece of a text: words, or a link with its position in the text. */
export type Piece = { text: string } | Link;

export interface Link {
  /** The address, without what every address has, and cut where it is long. */
  text: string;
  isShortened: boolean;
  href: string;
  at: number;
}

const ADDRESS = /\bhttps?:\/\/[^\s<>"]+/giu;
/** Ends a sentence, not an address. */
const BEHIND = /[.,:;!?'’”»…*_~]+$/u;
/** As many characters of an address are shown. */
const MOST_SHOWN = 40;
const PLAIN = /^[\x21-\x7e]+$/;

/**
 * A text's words with its web addresses as links. An address is shown as it was written if that says where it leads:
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
    const shown = shortened(isPlain ? written : url.href, url);
    pieces.push({ text: shown, isShortened: shown.endsWith("…"), href: url.href, at: index });
    end = index + written.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

export const hasLinks = (text: string) => piecesOf(text).some((piece) => "href" in piece);

/** The host stays whole, or its end, which says whose it is. */
function shortened(address: string, { host, pathname, search, hash }: URL): string {
  const isBare = pathname + search + hash === "/";
  const whole = address
    .replace(/^https:\/\//i, "")
    .slice(0, isBare && address.endsWith("/") ? -1 : undefined);
  if (whole.length <= MOST_SHOWN) return whole;
  if (host.length < MOST_SHOWN - "http://".length) return `${whole.slice(0, MOST_SHOWN - 1)}…`;
  return `…${host.slice(-MOST_SHOWN)}/…`;
}

/** Without what ends the sentence, and up to a bracket that was opened before the address. */
function trimmed(found: string): string {
  let open = 0;
  for (let at = 0; at < found.length; at += 1) {
    if (found[at] === "(") open += 1;
    if (found[at] === ")") open -= 1;
    if (open < 0) return found.slice(0, at).replace(BEHIND, "");
  }
  return found.replace(BEHIND, "");
}

function urlOf(written: string): URL | null {
  if (!URL.canParse(written)) return null;
  const url = new URL(written);
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  return isWeb && !url.username && !url.password && url.hostname ? url : null;
}
