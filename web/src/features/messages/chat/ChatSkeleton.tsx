import * as chatWords from "../../../locales/chat";
import styles from "./Chat.module.css";

const WIDTHS = ["wide", "own", "own-wide", "narrow", "wide", "own"];

/** Where messages will stand. */
export function ChatSkeleton() {
  return (
    <div role="status">
      <span className="visually-hidden">{chatWords.loading()}</span>
      <ul className={styles.blanks} aria-hidden="true">
        {WIDTHS.map((look, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blanks have no identity
          <li key={index} data-look={look} />
        ))}
      </ul>
    </div>
  );
}
