import * as words from "../../locales/policies";
import { SkeletonStatus } from "../../ui/SkeletonStatus";
import styles from "./Blocks.module.css";

/** Blank lines while a document loads. */
export const BlocksSkeleton = () => (
  <SkeletonStatus words={words.loading()}>
    <div className={styles.blanks}>
      <span />
      <span />
      <span />
    </div>
  </SkeletonStatus>
);
