import { useCallback, useRef, useState } from "react";

const GUESS_PX = 72;

/** Remembers how high each line was when it was last drawn. */
export function useHeights() {
  const [known] = useState(() => new Map<string, number>());
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
  return { of: (key: string) => known.get(key) ?? GUESS_PX, measure };
}
