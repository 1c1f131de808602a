import * as words from "../../locales/imports";
import { SkeletonStatus } from "../../ui/SkeletonStatus";
import styles from "./ImportSkeleton.module.css";

export function ImportSkeleton() {
  return (
    <SkeletonStatus words={words.loading()}>
      <div className={styles.card}>
        <span className="skeleton" />
        <span className="skeleton" />
        <span className="skeleton" />
      </div>
    </SkeletonStatus>
  );
}
