import * as words from "../../../locales/severalFotos";
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
  const now = words.fotoOf({ number: place + 1, count });
  return (
    <nav aria-label={words.fotosOfPost()} className={styles.places} data-fades>
      {Array.from({ length: count }, (_, each) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: the places are numbers
          key={each}
          type="button"
          className={styles.place}
          aria-label={words.fotoOf({ number: each + 1, count })}
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
