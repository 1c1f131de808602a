import * as viewerWords from "../../../locales/viewer";
import styles from "./Places.module.css";

/** Which foto of its post is shown, and the way to each of the others. */
export default function Places({
  count,
  place,
  onTurn,
}: {
  count: number;
  place: number;
  onTurn: (place: number) => void;
}) {
  const now = viewerWords.fotoOf({ number: place + 1, count });
  return (
    <nav aria-label={viewerWords.fotosOfPost()} className={styles.places} data-fades>
      {Array.from({ length: count }, (_, each) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: the places are numbers
          key={each}
          type="button"
          className={styles.place}
          aria-label={viewerWords.fotoOf({ number: each + 1, count })}
          aria-current={each === place || undefined}
          onClick={() => onTurn(each)}
        />
      ))}
      <span className="visually-hidden" aria-live="polite">
        {now}
      </span>
    </nav>
  );
}
