import { idOf } from "../../ui/Alert";
import styles from "./MessageBox.module.css";

/** What came of a check: a title and a sentence. */
export interface Message {
  type: "success" | "error" | "info";
  title: () => string;
  words: () => string;
}

/** Read out as soon as it says something, and again for each new message. */
export function MessageBox({ message }: { message: Message | null }) {
  return (
    <div className={styles.box} role={message?.type === "error" ? "alert" : "status"}>
      {message && (
        <p key={idOf(message)} className={styles.message} data-type={message.type}>
          <strong>{message.title()}</strong>
          <span>{message.words()}</span>
        </p>
      )}
    </div>
  );
}
