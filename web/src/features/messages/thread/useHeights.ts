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
    (row: HTMLElement | null) => {
      if (!row) return;
      observer.current ??= new ResizeObserver((entries) => {
        for (const { target } of entries)
          if (target.isConnected)
            known.set((target as HTMLElement).dataset.key ?? "", target.getBoundingClientRect().height);
      });
      observer.current.observe(row);
      return () => observer.current?.unobserve(row);
    },
    [known],
  );
  const of = ({ key }: Keyed) => known.get(key) ?? GUESS_PX;
  function sumOf(rows: readonly Keyed[]): number {
    const sum = sums.get(rows) ?? rows.reduce((all, row) => all + of(row), 0);
    sums.set(rows, sum);
    return sum;
  }
  /** A group of rows; its height is computed once for as long as none of them is rendered, and so measured. */
  const groupOf = (rows: readonly Keyed[]): RowGroup => ({
    count: rows.length,
    height: sumOf(rows),
    rows: () => {
      sums.delete(rows);
      return rows.map((row) => ({ count: 1, height: of(row) }));
    },
  });
  return { of, groupOf, measure };
}
