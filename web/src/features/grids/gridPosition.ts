import type { Grid } from "../../api";
import type { Shaped } from "../../lib/masonry";
import type { ListItem } from "../../lib/paginatedList";

export type GridPosition = ListItem & Shaped;

/** The place of a grid on a wall: a square card, in which grids of every layout are whole. */
export const positionOf = ({ _id }: Grid): GridPosition => ({ id: _id, shape: 1 });
