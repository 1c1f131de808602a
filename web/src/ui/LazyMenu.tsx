import { type ReactNode, startTransition, useState } from "react";

/**
 * A button whose menu is fetched on hover or focus, so that no screen waits for it. `children` is the menu, with a
 * button of its own that looks the same, and opens as soon as it is mounted.
 */
export function LazyMenu({
  label,
  className,
  face,
  fetch,
  children,
}: {
  label: string;
  className: string | undefined;
  face: ReactNode;
  fetch: () => Promise<unknown>;
  children: ReactNode;
}) {
  const [isWanted, setWanted] = useState(false);
  // Where it does not come, it is asked for again when the menu is drawn.
  const prepare = () => void fetch().catch(() => undefined);
  if (isWanted) return children;
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-haspopup="menu"
      onPointerEnter={prepare}
      onFocus={prepare}
      // The button stays, and with it the focus, until the menu has come.
      onClick={() => startTransition(() => setWanted(true))}
    >
      {face}
    </button>
  );
}
