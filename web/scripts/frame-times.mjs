// What the scripts that measure frames have in common.

/** A member notices a frame that takes longer, in milliseconds. */
export const LONG_MS = 50;

/**
 * Runs in the page: remembers every frame from now on, and every task and frame in which the page itself kept the
 * browser for long. A frame that only came late is among the frames.
 */
export function watchFrames() {
  const frames = [];
  const long = [];
  let last = performance.now();
  let isOver = false;
  const observer = new PerformanceObserver((list) => {
    for (const { duration, blockingDuration = duration } of list.getEntries())
      if (blockingDuration > 0) long.push(duration);
  });
  for (const type of ["longtask", "long-animation-frame"]) observer.observe({ type });
  requestAnimationFrame(function frame(now) {
    frames.push(now - last);
    last = now;
    if (!isOver) requestAnimationFrame(frame);
  });
  globalThis.watched = () => {
    isOver = true;
    observer.disconnect();
    return { frames: frames.slice(1), long };
  };
}

/** The value below which this part of sorted values is. */
export const at = (sorted, part) =>
  sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;

/** A line of the printed table. */
export function rowOf(name, { frames, long }) {
  const sorted = [...frames].sort((one, other) => one - other);
  const [half, most, longest] = [at(sorted, 0.5), at(sorted, 0.95), at(sorted, 1)].map((ms) => ms.toFixed(1));
  const over = sorted.filter((ms) => ms > LONG_MS).length;
  return {
    what: name,
    frames: sorted.length,
    p50: half,
    p95: most,
    longest,
    [`over ${LONG_MS} ms`]: over,
    "long tasks": long.length,
  };
}
