import type { Shaped } from "../../lib/masonry";

/** A place on a wall; without its post where that is gone and the place is kept. */
export interface Kept<Post> extends Shaped {
  post: Post | null;
}

export interface Steady<Post> {
  places: readonly Kept<Post>[];
  /** How many newer ones wait above. */
  waiting: number;
}

/**
 * What a reader further down sees of `now`, having seen `before`: nothing new above, and an empty place for each post
 * that is gone, so that what one is reading stays where it is.
 */
export function steady<Post>(before: readonly Kept<Post>[], now: readonly Kept<Post>[]): Steady<Post> {
  const known = new Set(before.map(({ id }) => id));
  const waiting = now.findIndex(({ id }) => known.has(id));
  if (waiting === -1) return { places: now, waiting: 0 };
  return { places: withHoles(before, now.slice(waiting)), waiting };
}

function withHoles<Post>(before: readonly Kept<Post>[], now: readonly Kept<Post>[]): readonly Kept<Post>[] {
  const still = new Set(now.map(({ id }) => id));
  if (before.every(({ id }) => still.has(id))) return now;
  const holes = new Map<string, Kept<Post>[]>();
  let above = "";
  for (const place of before) {
    if (still.has(place.id)) above = place.id;
    else holes.set(above, [...(holes.get(above) ?? []), { ...place, post: null }]);
  }
  return [...(holes.get("") ?? []), ...now.flatMap((place) => [place, ...(holes.get(place.id) ?? [])])];
}
