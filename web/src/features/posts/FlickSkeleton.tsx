import * as postsWords from "../../locales/posts";
import { SkeletonStatus } from "../../ui/SkeletonStatus";
import styles from "./FlickSkeleton.module.css";

const COLUMNS = 3;

/** The flicks before they are known: all of one shape, as they will be. */
export function FlickSkeleton({ rows = 2 }: { rows?: number }) {
  return (
    <SkeletonStatus words={postsWords.loadingFlicks()}>
      <div className={styles.grid}>
        {Array.from({ length: COLUMNS * rows }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blanks have no identity
          <span key={index} className={styles.blank} />
        ))}
      </div>
    </SkeletonStatus>
  );
}
