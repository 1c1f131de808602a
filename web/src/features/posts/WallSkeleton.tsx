import * as postsWords from "../../locales/posts";
import { Masonry } from "../../ui/Masonry";
import wall from "./FotoWall.module.css";
import styles from "./WallSkeleton.module.css";
import { gutterOf, useColumns, type WallColumns } from "./wall/columns";

const SHAPES = [1.33, 0.75, 1, 0.66, 1.25, 0.75, 1, 1.33, 0.8, 1.25, 0.7, 1];
const THINGS = [...SHAPES, ...SHAPES].map((shape, index) => ({ id: `${index}`, shape }));

/** The wall before it is known: the same columns, in the shapes photographs usually have. */
export function WallSkeleton({ rows = 4, ...wanted }: WallColumns & { rows?: number }) {
  const columns = useColumns(wanted);
  return (
    <>
      <p className="visually-hidden" role="status">
        {postsWords.loadingFotos()}
      </p>
      <div className={wall.wall} data-columns={columns} aria-hidden="true">
        <Masonry
          things={THINGS.slice(0, columns * rows)}
          label=""
          columns={columns}
          gutter={gutterOf(columns)}
        >
          {() => <WallBlank />}
        </Masonry>
      </div>
    </>
  );
}

/** A foto's place while it is not known. */
export const WallBlank = () => <div className={styles.blank} />;
