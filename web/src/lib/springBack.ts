import { prefersReducedMotion } from "./motion";
import { springAt } from "./spring";

/** After so many frames of a sixtieth of a second, a spring is within a pixel of its goal. */
const FRAMES = 30;

/**
 * Moves an element by a spring to its place in the layout, from where a finger let it go and at the speed that the
 * finger gave it. All frames are made at once, so that nothing on the page can hold them up. With reduced motion it is
 * there at once.
 *
 * @param from How far it is from its place to the right and down, in pixels.
 * @param velocity To the right and down, in pixels per second.
 */
export function springBack(element: Element, from: [number, number], velocity: number[] = []): void {
  if (prefersReducedMotion()) return;
  const way = Array.from({ length: FRAMES }, (_, frame) => {
    const [x, y] = springAt(from, [0, 0], velocity, frame / 60);
    return { transform: `translate(${x}px, ${y}px)` };
  });
  element.animate([...way, { transform: "none" }], { duration: (FRAMES * 1000) / 60 });
}
