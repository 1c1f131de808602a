import * as words from "../locales/shell";
import styles from "./SkipLink.module.css";

/** The content of a screen begins at its wall where it has one, and at its heading otherwise. */
const BEGINNINGS = ["#content main [data-content]:not([aria-hidden] *)", "#content main h1"];

/** The first stop of the Tab key: past the bars and buttons that every screen begins with. */
export function SkipLink() {
  return (
    <button type="button" className={styles.skip} onClick={skip}>
      {words.skip()}
    </button>
  );
}

function skip(): void {
  const [place] = BEGINNINGS.flatMap((selector) => [...document.querySelectorAll<HTMLElement>(selector)]);
  if (!place) return;
  place.tabIndex = -1;
  place.focus();
}
