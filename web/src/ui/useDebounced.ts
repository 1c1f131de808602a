import { useEffect, useState } from "react";

const DEBOUNCE_MS = 200;

/** The text, debounced: a search asks once typing pauses, and not at each key. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), text ? DEBOUNCE_MS : 0);
    return () => clearTimeout(timer);
  }, [text]);
  return text && debounced;
}
