/** Tells a drawn X from a slip of the finger. Points are in pixels of the pad, in the order they were drawn. */
export interface Point {
  x: number;
  y: number;
}

const FEWEST_POINTS = 10;
const NARROWEST = 0.5;
const WIDEST = 2;
const LONGER_THAN_DIAGONAL = 1.5;

/** Whether a stroke is like an X: enough points, about as wide as high, and much longer than its box is across. */
export function isCross(points: readonly Point[]): boolean {
  if (points.length < 2) return false;
  if (points.length < FEWEST_POINTS) return false;
  const { width, height } = boxOf(points);
  if (height === 0) return false;
  const ratio = width / height;
  if (ratio < NARROWEST || ratio > WIDEST) return false;
  return lengthOf(points) > LONGER_THAN_DIAGONAL * Math.hypot(width, height);
}

function boxOf(points: readonly Point[]): { width: number; height: number } {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return { width: Math.max(...xs) - Math.min(...xs), height: Math.max(...ys) - Math.min(...ys) };
}

function lengthOf(points: readonly Point[]): number {
  return points.slice(1).reduce((sum, { x, y }, index) => {
    const before = points[index] as Point;
    return sum + Math.hypot(x - before.x, y - before.y);
  }, 0);
}
