import { useId } from "react";
import * as actionsWords from "../locales/actions";
import styles from "./LastError.module.css";
import { useErrorAt } from "./Toast";

/**
 * Keeps the words of an error readable when its toast is over, in the dialog, popup or screen where it happened. With
 * `inFlow` it has its room from the start, so that nothing moves when the toast goes; otherwise it lies over the page.
 */
export function LastError({ inFlow = false }: { inFlow?: boolean }) {
  const error = useErrorAt(useId());
  if (!error || !(error.isOver || inFlow)) return null;
  if (!error.isOver) return <p className={`${styles.error} ${styles.room}`} data-words={error.words} />;
  if (inFlow) return <p className={styles.error}>{error.words}</p>;
  return (
    <section className={`${styles.error} ${styles.over}`} aria-label={actionsWords.error()}>
      {error.words}
    </section>
  );
}
