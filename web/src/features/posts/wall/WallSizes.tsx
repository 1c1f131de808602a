import { zoomWall } from "../../../lib/zoomWall";
import * as feedWords from "../../../locales/feed";
import { Drawing } from "../../../ui/Icon";
import { COLUMNS, useColumns, type WallColumns } from "./columns";
import styles from "./WallSizes.module.css";

/** Shows the fotos of the wall larger, in fewer columns, or smaller. Two fingers and + and − do the same. */
export function WallSizes({ most = COLUMNS, stored }: WallColumns) {
  const columns = useColumns({ most, stored });
  return (
    <div className={styles.sizes}>
      <button
        type="button"
        aria-label={feedWords.smallerFotos()}
        aria-disabled={columns === most}
        onClick={() => columns < most && zoomWall(-1)}
      >
        <Drawing path="M5 12h14" />
      </button>
      <button
        type="button"
        aria-label={feedWords.largerFotos()}
        aria-disabled={columns === 1}
        onClick={() => columns > 1 && zoomWall(1)}
      >
        <Drawing path="M12 5v14M5 12h14" />
      </button>
    </div>
  );
}
