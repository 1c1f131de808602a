import { useCallback, useSyncExternalStore } from "react";

const DESKTOP = "(min-width: 900px)";

/** Whether there is room for a rail and for things beside each other. */
export function useDesktop(): boolean {
  const watch = useCallback((watcher: () => void) => {
    const media = window.matchMedia(DESKTOP);
    media.addEventListener("change", watcher);
    return () => media.removeEventListener("change", watcher);
  }, []);
  return useSyncExternalStore(watch, () => window.matchMedia(DESKTOP).matches);
}
