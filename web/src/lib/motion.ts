/** Whether the reader prefers reduced motion. Styles have their own query; this is for movements by script. */
export const isCalm = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** How to scroll where the way may be seen. */
export const smoothly = (): ScrollBehavior => (isCalm() ? "instant" : "smooth");
