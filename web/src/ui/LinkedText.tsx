import { type Link, piecesOf } from "../lib/links";
import styles from "./LinkedText.module.css";

/** A member's words, with their web addresses as links. They are not prefetched, and their sites get no referrer. */
export function LinkedText({ text }: { text: string }) {
  return piecesOf(text).map((piece) =>
    "href" in piece ? <Address key={piece.at} of={piece} /> : piece.text,
  );
}

/** An address reads from left to right, also behind a sign that turns the words around it. */
function Address({ of: { href, text, isShortened } }: { of: Link }) {
  return (
    <a
      href={href}
      dir="ltr"
      target="_blank"
      rel="noopener noreferrer nofollow"
      referrerPolicy="no-referrer"
      title={isShortened ? href : undefined}
      className={styles.link}
    >
      {text}
    </a>
  );
}
