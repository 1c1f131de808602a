import type { ReactNode } from "react";

/** Blanks where something will stand. Those who listen are told in words that it is on its way. */
export function SkeletonStatus({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div role="status">
      <span className="visually-hidden">{words}</span>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}
