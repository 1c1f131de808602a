/** Whether the reader asked for stillness. Styles ask by themselves; this is for what a script moves. */
export const isCalm = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** How to scroll where the way may be seen. */
export const smoothly = (): ScrollBehavior => (isCalm() ? "instant" : "smooth");
