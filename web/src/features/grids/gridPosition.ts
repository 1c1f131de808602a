import type { Grid } from "../../api";
import type { Shaped } from "../../lib/masonry";
import type { ListItem } from "../../lib/paginatedList";
import { aspectOf, layoutNamed } from "./layouts";

export type GridPosition = ListItem & Shaped;

/** The place of a grid on a wall, in the shape of its layout. */
export const positionOf = ({ _id, layout }: Grid): GridPosition => ({
  id: _id,
  shape: 1 / aspectOf(layoutNamed(layout)),
});
