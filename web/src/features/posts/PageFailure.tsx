import styles from "./PageFailure.module.css";
import type { Feed } from "./useFotos";
import { WallFailure } from "./WallEnd";
import { WallBlank } from "./WallSkeleton";

/** In the place of a page that failed, over all columns; the rest of the wall stays. */
export default function PageFailure({ feed, column }: { feed: Feed; column: number }) {
  return (
    <>
      <WallBlank />
      <div data-across className={styles.across} style={{ "--column": column } as React.CSSProperties}>
        <WallFailure feed={feed} />
      </div>
    </>
  );
}
