import styles from "./ChatMessage.module.css";
import { piecesOf } from "./links";

/** The text of a message, with its web addresses as links. They are not prefetched, and their sites get no referrer. */
export function MessageText({ text, id }: { text: string; id?: string }) {
  return (
    <span id={id}>
      {piecesOf(text).map((piece) =>
        "href" in piece ? (
          <a
            key={piece.at}
            href={piece.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className={styles.link}
          >
            {piece.text}
          </a>
        ) : (
          piece.text
        ),
      )}
    </span>
  );
}
