import type { Post } from "../../api";

/**
 * Whether two answers of the server say the same of a post. Each answer is new as a whole when one of its posts changes, and
 * the others need not be drawn again for it.
 */
export const isSamePost = (before: Post, now: Post) =>
  before === now || JSON.stringify(before) === JSON.stringify(now);
