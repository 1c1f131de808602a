import * as words from "../../locales/emptyFeed";
import styles from "./Invite.module.css";

/** The fotos of a wall that is not there yet, column by column, by their shapes: width by height. */
const BLANKS = [
  ["3 / 4", "4 / 3", "9 / 16"],
  ["4 / 3", "9 / 16", "1"],
  ["9 / 16", "1", "4 / 3"],
];

/** A wall as it will look: blanks in the nook's light. */
export function FullWall() {
  return (
    <figure className={styles.wall}>
      <figcaption>{words.fullWall()}</figcaption>
      <div aria-hidden="true">
        {BLANKS.map((column) => (
          <div key={column.join()}>
            {column.map((aspectRatio) => (
              <span key={aspectRatio} style={{ aspectRatio }} />
            ))}
          </div>
        ))}
      </div>
    </figure>
  );
}
