const UNITS = ["B", "kB", "MB", "GB"];

/** '3.1 MB'. Decimal units, one digit after the point from a megabyte on. */
export function bytes(count: number): string {
  let size = count;
  let unit = 0;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${size.toFixed(unit > 1 ? 1 : 0)} ${UNITS[unit]}`;
}

/** Whole percent of `total`, from 0 to 100. */
export function percent(part: number, total: number): number {
  if (total <= 0) return 0;
  return Math.min(100, Math.floor((100 * part) / total));
}
