import { type CSSProperties, type ReactNode, useState } from "react";
import type { Post } from "../../api";
import { blurOf } from "../../lib/blur";
import * as words from "../../locales/gridCreation";
import { filterStyle } from "../posts/filters";
import { sourcesOf } from "../posts/sources";
import styles from "./GridPicture.module.css";
import { aspectOf, type Cell, layoutNamed } from "./layouts";

/** A foto as a grid draws it. */
export type Drawn = Pick<
  Post,
  "imageUrl" | "width" | "height" | "thumbhash" | "variants" | "altText" | "filter" | "adjustments"
>;

/**
 * Fotos in the shape of a layout, each filling its cell; a cell without one stays open. It is as wide as its
 * container allows, whole. `children` wraps each cell, for example into a button.
 */
export function GridPicture({
  layout: name,
  images,
  sizes,
  eager = false,
  children = (foto) => foto,
}: {
  layout: string;
  images: readonly Drawn[];
  sizes: string;
  eager?: boolean;
  children?: (foto: ReactNode, index: number) => ReactNode;
}) {
  const layout = layoutNamed(name);
  const shape = {
    "--aspect": aspectOf(layout),
    "--columns": layout.columns,
    "--rows": layout.rows,
  } as CSSProperties;
  return (
    <div className={styles.grid} style={shape}>
      {layout.cells.map((cell, index) => (
        <div key={`${cell.column} ${cell.row}`} className={styles.cell} style={{ gridArea: areaOf(cell) }}>
          {children(<Filled image={images[index]} number={index + 1} sizes={sizes} eager={eager} />, index)}
        </div>
      ))}
    </div>
  );
}

const areaOf = ({ column, row, columns, rows }: Cell) =>
  `${row + 1} / ${column + 1} / span ${rows} / span ${columns}`;

function Filled({
  image,
  number,
  sizes,
  eager,
}: {
  image: Drawn | undefined;
  number: number;
  sizes: string;
  eager: boolean;
}) {
  if (!image) return <span className={styles.open}>{number}</span>;
  return <Picture key={image.imageUrl} image={image} sizes={sizes} eager={eager} fit="cover" />;
}

/** One of the fotos: its blur at once, then the sharp picture over it. */
export function Picture({
  image,
  sizes,
  eager,
  fit,
}: {
  image: Drawn;
  sizes: string;
  eager: boolean;
  fit: "cover" | "contain";
}) {
  const [isSharp, setSharp] = useState(false);
  const { modern, jpeg } = sourcesOf(image);
  return (
    <picture className={styles.frame} style={{ backgroundImage: isSharp ? "none" : blurOf(image.thumbhash) }}>
      {modern.map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
      ))}
      <img
        className={styles.foto}
        data-fit={fit}
        src={image.imageUrl}
        srcSet={jpeg}
        sizes={sizes}
        width={image.width}
        height={image.height}
        alt={image.altText || words.foto()}
        loading={eager ? "eager" : "lazy"}
        decoding="async"
        draggable={false}
        style={filterStyle(image.filter, image.adjustments)}
        onLoad={() => setSharp(true)}
      />
    </picture>
  );
}
