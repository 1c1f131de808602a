import styles from "./GridsSkeleton.module.css";

/** The carousel before it is known. */
export function GridsSkeleton() {
  return (
    <div className={styles.blank} role="status" aria-label="Loading grids">
      <span />
      <span />
      <span />
    </div>
  );
}
