import { useCallback, useRef, useState } from "react";
import type { RowGroup } from "./windowing";

const GUESS_PX = 72;

interface Keyed {
  key: string;
}

/** Remembers how high each line was when it was last drawn. */
export function useHeights() {
  const [known] = useState(() => new Map<string, number>());
  const [sums] = useState(() => new WeakMap<readonly Keyed[], number>());
  const observer = useRef<ResizeObserver>(null);
  const measure = useCallback(
    (line: HTMLElement | null) => {
      if (!line) return;
      observer.current ??= new ResizeObserver((entries) => {
        for (const { target } of entries)
          if (target.isConnected)
            known.set((target as HTMLElement).dataset.key ?? "", target.getBoundingClientRect().height);
      });
      observer.current.observe(line);
      return () => observer.current?.unobserve(line);
    },
    [known],
  );
  const of = ({ key }: Keyed) => known.get(key) ?? GUESS_PX;
  function sumOf(lines: readonly Keyed[]): number {
    const sum = sums.get(lines) ?? lines.reduce((all, line) => all + of(line), 0);
    sums.set(lines, sum);
    return sum;
  }
  /** A run of lines; its height is reckoned once for as long as none of them is drawn, and so measured. */
  const run = (lines: readonly Keyed[]): RowGroup => ({
    count: lines.length,
    height: sumOf(lines),
    lines: () => {
      sums.delete(lines);
      return lines.map((line) => ({ count: 1, height: of(line) }));
    },
  });
  return { of, run, measure };
}
