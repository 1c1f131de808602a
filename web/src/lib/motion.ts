/** Whether the reader prefers reduced motion. Styles have their own query; this is for movements by script. */
export const prefersReducedMotion = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** How to scroll where the way may be seen. */
export const scrollBehavior = (): ScrollBehavior => (prefersReducedMotion() ? "instant" : "smooth");
