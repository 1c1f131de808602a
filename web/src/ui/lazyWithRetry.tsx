import { type ComponentType, lazy, Suspense, useState } from "react";
import { importWithRetry } from "../lib/importWithRetry";

/** A part of the page whose code comes when it is first drawn. If it does not come, it is asked for until it does. */
export const lazyWithRetry = <Props extends object>(
  fetch: () => Promise<{ default: ComponentType<Props> }>,
) => lazy(() => importWithRetry(fetch));

/**
 * A dialog that is nothing until it is first open, so that the screen stands sooner; from then on it stays, and can fade.
 * If its code does not come, it is asked for until it does.
 */
export function lazyDialog<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
  isOpen: (props: Props) => boolean,
) {
  const Loaded = lazyWithRetry(async () => ({ default: await fetch() })) as unknown as ComponentType<Props>;
  return function LateDialog(props: Props) {
    const [isWanted, setWanted] = useState(() => isOpen(props));
    if (!isWanted && isOpen(props)) setWanted(true);
    if (!isWanted) return null;
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
