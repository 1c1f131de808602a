/** Characters after trimming; the server gives the same limit when it refuses. */
export const COMMENT_MAX = 100;
/** How long a comment can be edited; the server counts by its own clock. */
export const EDITABLE_MS = 15 * 60_000;
/** How many comments stand above the deepest reply. */
export const DEEPEST = 15;
export const THREADS_PAGE = 15;
export const REPLIES_PAGE = 10;
/** Further in than this, replies are no longer indented: a phone has no room. */
export const DEEPEST_INDENT = 3;
