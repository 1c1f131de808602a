import { productName } from "../lib/deployment";
import styles from "./Wordmark.module.css";

export function Wordmark() {
  return (
    <span className={styles.wordmark} translate="no">
      {productName}
    </span>
  );
}
