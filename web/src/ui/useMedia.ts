import { useCallback, useSyncExternalStore } from "react";

const TABLET = "(min-width: 700px)";
const DESKTOP = "(min-width: 900px)";
const TWO_PANES = "(min-width: 1100px)";

function useMedia(query: string): boolean {
  const watch = useCallback(
    (watcher: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", watcher);
      return () => media.removeEventListener("change", watcher);
    },
    [query],
  );
  return useSyncExternalStore(watch, () => window.matchMedia(query).matches);
}

/** Whether there is room for more than one column of large things. */
export const useTablet = () => useMedia(TABLET);

/** Whether there is room for a rail and for things beside each other. */
export const useDesktop = () => useMedia(DESKTOP);

/** Whether there is room for a list and for what is chosen from it. */
export const useTwoPanes = () => useMedia(TWO_PANES);
