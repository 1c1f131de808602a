import styles from "./ChatMessage.module.css";
import { piecesOf } from "./links";

/** What a message says, its web addresses as links. Nothing behind them is fetched, and they learn nothing of this page. */
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
