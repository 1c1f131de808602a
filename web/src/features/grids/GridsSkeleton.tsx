import { Waiting } from "../../ui/Waiting";
import styles from "./GridsSkeleton.module.css";

/** The carousel before it is known. */
export function GridsSkeleton() {
  return (
    <Waiting words="Loading grids">
      <div className={styles.blank}>
        <span />
        <span />
        <span />
      </div>
    </Waiting>
  );
}
