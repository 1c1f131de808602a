import type { Spot } from "./livePages";

/** A place for whatever is known by its `_id`. */
export const byId = ({ _id }: { _id: string }): Spot => ({ id: _id });
