import * as words from "../../locales/imports";
import { SkeletonStatus } from "../../ui/SkeletonStatus";
import styles from "./ImportSkeleton.module.css";

/** A title and its card, as each step of an import has them. */
export function ImportSkeleton() {
  return (
    <SkeletonStatus words={words.loading()}>
      <div className={styles.part}>
        <span />
        <div className={styles.card}>
          <span />
          <span />
          <span />
        </div>
      </div>
    </SkeletonStatus>
  );
}
