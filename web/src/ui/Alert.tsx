import type { ReactNode } from "react";

const ids = new WeakMap<object, number>();
let count = 0;

/** A key that makes each new object a new announcement. */
export function idOf(said: object): number {
  const id = ids.get(said) ?? ++count;
  ids.set(said, id);
  return id;
}

/**
 * Announces an error: again for each new object, also when its words are the same as before. `children` draw the
 * words in another way than as one line.
 */
export function Alert({
  said,
  className,
  children,
}: {
  said: { words: string } | null;
  className?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <p className={className} role="alert">
      {said && <span key={idOf(said)}>{children ?? said.words}</span>}
    </p>
  );
}
