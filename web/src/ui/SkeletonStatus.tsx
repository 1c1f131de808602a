import type { ReactNode } from "react";

/** Placeholders in the final layout. Screen readers get the words instead. */
export function SkeletonStatus({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div role="status">
      <span className="visually-hidden">{words}</span>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}
