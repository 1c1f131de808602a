import styles from "./Progress.module.css";

/** A progress bar. `value` in whole percent; null when the duration is unknown. */
export function Progress({ value, label }: { value: number | null; label: string }) {
  return (
    <div
      className="progress"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value ?? undefined}
    >
      <div
        className={value === null ? "drift" : styles.fill}
        style={value === null ? undefined : { transform: `scaleX(${value / 100})` }}
      />
    </div>
  );
}
