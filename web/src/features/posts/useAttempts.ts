import { useEffect, useState } from "react";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 16_000;
const MOST_ATTEMPTS = 20;

/** Browsers request an image once. After a lost connection this requests it again as soon as there is one. */
export function useAttempts() {
  const [attempt, setAttempt] = useState(0);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    if (!isFailed || attempt >= MOST_ATTEMPTS) return;
    const again = () => {
      setFailed(false);
      setAttempt((before) => before + 1);
    };
    const timer = setTimeout(again, Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS));
    window.addEventListener("online", again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", again);
    };
  }, [isFailed, attempt]);
  return { attempt, failed: () => setFailed(true) };
}
