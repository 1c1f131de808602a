import type { Post } from "../../api";

/** A foto of a post, described like a post of its own. Its place counts from 0; the first has none. */
export interface PlacedPost extends Post {
  place?: number;
}

export const placeKeyOf = ({ _id, place }: PlacedPost): string => (place ? `${_id} ${place}` : _id);
