import * as words from "../../locales/carousel";
import { Icon } from "../../ui/Icon";
import styles from "./CarouselControls.module.css";

/**
 * The controls of a carousel: the current position, and a button in either direction. `isMore` says that more items are loading.
 */
export function CarouselControls({
  thing,
  axis,
  at,
  count,
  isMore = false,
  onTurn,
}: {
  thing: "grid" | "foto";
  axis: "across" | "down";
  at: number;
  count: number;
  isMore?: boolean;
  onTurn: (to: number) => void;
}) {
  return (
    <nav className={styles.turns} data-axis={axis} aria-label={words.turn({ thing })}>
      <Turn
        label={words.previous({ thing })}
        name="back"
        disabled={at === 0}
        onClick={() => onTurn(at - 1)}
      />
      <p aria-live="polite">{`${at + 1} / ${count}${isMore ? "+" : ""}`}</p>
      <Turn
        label={words.next({ thing })}
        name="onward"
        disabled={at === count - 1}
        onClick={() => onTurn(at + 1)}
      />
    </nav>
  );
}

/** At an end it stays where it is, so that the focus does not get lost. */
function Turn({
  label,
  name,
  disabled,
  onClick,
}: {
  label: string;
  name: "back" | "onward";
  disabled: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      className={styles.turn}
      aria-label={label}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
    >
      <Icon name={name} />
    </button>
  );
}
