import type { ListItem } from "./paginatedList";

/** A place for whatever is known by its `_id`. */
export const byId = ({ _id }: { _id: string }): ListItem => ({ id: _id });
