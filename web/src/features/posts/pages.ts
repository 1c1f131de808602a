/** How many posts a wall asks for at a time. */
export const PAGE_SIZE = 24;
