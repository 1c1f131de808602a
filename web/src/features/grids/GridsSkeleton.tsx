import * as gridsWords from "../../locales/grids";
import { SkeletonStatus } from "../../ui/SkeletonStatus";
import styles from "./GridsSkeleton.module.css";

/** The carousel or the wall before it is known. */
export function GridsSkeleton() {
  return (
    <SkeletonStatus words={gridsWords.loading()}>
      <div className={styles.blank}>
        <span />
        <span />
        <span />
      </div>
    </SkeletonStatus>
  );
}
