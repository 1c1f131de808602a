import { useEffect, useState } from "react";

const SETTLED_MS = 200;

/** The text, debounced: a search asks once typing pauses, and not at each key. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text ? SETTLED_MS : 0);
    return () => clearTimeout(timer);
  }, [text]);
  return text && settled;
}
