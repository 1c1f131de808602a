import { Icon } from "../../../ui/Icon";
import styles from "./Arrow.module.css";

/** Turns to a neighbour; nothing where there is none. */
export function Arrow({
  words,
  name,
  onTurn,
}: {
  words: string;
  name: "back" | "onward";
  onTurn: (() => void) | undefined;
}) {
  if (!onTurn) return null;
  return (
    <button
      type="button"
      className={styles.arrow}
      data-side={name}
      data-fades
      aria-label={words}
      onClick={onTurn}
    >
      <Icon name={name} />
    </button>
  );
}
