/** Tells a drawn X from a slip of the finger. Points are in pixels of the pad, in the order they were drawn. */
export interface Point {
  x: number;
  y: number;
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const FEWEST_POINTS = 10;
const NARROWEST = 0.5;
const WIDEST = 2;
const LONGER_THAN_DIAGONAL = 1.5;
/**
 * A stroke is sampled in this many steps of equal length: the speed and resolution of the drawing make no difference.
 */
const STEPS = 40;
/** The arms cross in the middle half of the box, and not almost along each other: the sine of 30 degrees. */
const MIDDLE = 0.25;
const LEAST_SINE = 0.5;

/**
 * Whether a stroke is an X: enough points, about as wide as high, much longer than its box is across, and it crosses
 * itself in the middle. A circle meets itself at its edge at most.
 */
export function isCross(points: readonly Point[]): boolean {
  if (points.length < 2) return false;
  if (points.length < FEWEST_POINTS) return false;
  const box = boxOf(points);
  if (box.height === 0) return false;
  const ratio = box.width / box.height;
  if (ratio < NARROWEST || ratio > WIDEST) return false;
  const length = lengthOf(points);
  return (
    length > LONGER_THAN_DIAGONAL * Math.hypot(box.width, box.height) && crossesInside(points, length, box)
  );
}

function boxOf(points: readonly Point[]): Box {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

const between = (from: Point, to: Point) => Math.hypot(to.x - from.x, to.y - from.y);

export function lengthOf(points: readonly Point[]): number {
  return points.slice(1).reduce((sum, point, index) => sum + between(points[index] as Point, point), 0);
}

function crossesInside(points: readonly Point[], length: number, box: Box): boolean {
  const steps = inSteps(points, length / STEPS);
  return steps.some((from, first) =>
    steps.some((other, second) => {
      const [to, end] = [steps[first + 1], steps[second + 1]];
      if (second < first + 2 || !to || !end) return false;
      const crossing = crossingOf([from, to], [other, end]);
      return crossing !== null && isInMiddle(crossing, box);
    }),
  );
}

/** Points on the stroke, each as far along it from the one before. */
function inSteps(points: readonly Point[], step: number): Point[] {
  const found: Point[] = [];
  let left = 0;
  points.forEach((from, index) => {
    const to = points[index + 1] ?? from;
    const way = between(from, to);
    for (; left < way; left += step)
      found.push({ x: from.x + ((to.x - from.x) * left) / way, y: from.y + ((to.y - from.y) * left) / way });
    left -= way;
  });
  return found;
}

/** Where two straight pieces meet, if they do so at an angle of at least 30 degrees. */
function crossingOf([a, b]: readonly [Point, Point], [c, d]: readonly [Point, Point]): Point | null {
  const [one, other] = [
    { x: b.x - a.x, y: b.y - a.y },
    { x: d.x - c.x, y: d.y - c.y },
  ];
  const turn = one.x * other.y - one.y * other.x;
  if (Math.abs(turn) < LEAST_SINE * Math.hypot(one.x, one.y) * Math.hypot(other.x, other.y)) return null;
  const gap = { x: c.x - a.x, y: c.y - a.y };
  const along = (gap.x * other.y - gap.y * other.x) / turn;
  const across = (gap.x * one.y - gap.y * one.x) / turn;
  if (along < 0 || along > 1 || across < 0 || across > 1) return null;
  return { x: a.x + along * one.x, y: a.y + along * one.y };
}

function isInMiddle({ x, y }: Point, { left, top, width, height }: Box): boolean {
  const isWithin = (share: number) => share >= MIDDLE && share <= 1 - MIDDLE;
  return isWithin((x - left) / width) && isWithin((y - top) / height);
}
