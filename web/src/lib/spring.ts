import { prefersReducedMotion } from "./motion";

/** How quickly a spring comes to rest, per second: after 0.3 s it is within 2 % of its goal. */
const STIFFNESS = 20;
/** Nearer than this to their goals, all values are at rest. */
const AT_REST = 0.0005;

/** Where critically damped springs are: each value without swinging beyond its goal. */
export function springAt(
  from: readonly number[],
  to: readonly number[],
  velocity: readonly number[],
  seconds: number,
): number[] {
  const fade = Math.exp(-STIFFNESS * seconds);
  return to.map((goal, index) => {
    const away = (from[index] ?? goal) - goal;
    const push = (velocity[index] ?? 0) + STIFFNESS * away;
    return goal + (away + push * seconds) * fade;
  });
}

/**
 * Moves values to their goals by springs, from the speed that a finger gave them (per second). Values are of a size of
 * about 1. With reduced motion they are there at once. Answers how to stop it on its way.
 */
export function spring(
  from: readonly number[],
  to: readonly number[],
  { velocity = [], onMove, onRest }: SpringOptions,
): () => void {
  let frame = 0;
  let began: number | undefined;
  const arrive = () => {
    onMove([...to]);
    onRest?.();
  };
  const step = (now: number) => {
    began ??= now;
    const values = springAt(from, to, velocity, (now - began) / 1000);
    const isThere =
      now > began && values.every((value, index) => Math.abs(value - (to[index] ?? 0)) < AT_REST);
    if (isThere) return arrive();
    onMove(values);
    frame = requestAnimationFrame(step);
  };
  if (prefersReducedMotion()) arrive();
  else frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}

interface SpringOptions {
  velocity?: readonly number[];
  onMove: (values: number[]) => void;
  onRest?: () => void;
}
