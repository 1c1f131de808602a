import { useState } from "react";

/** The fields of a form that their visitor has left at least once, by name. `leave` is the form's `onBlur`. */
export function useLeftFields() {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const leave = ({ target }: { target: HTMLElement }) => {
    const name = target.getAttribute("name");
    if (name && !left.has(name)) whenReleased(() => setLeft((before) => new Set([...before, name])));
  };
  return { hasLeft: (name: string) => left.has(name), leave };
}

/**
 * Runs `done` after a press that is under way. An error that appeared during it would move the button away from under
 * the finger, and the press would miss.
 */
function whenReleased(done: () => void): void {
  const over = new AbortController();
  const later = () => {
    over.abort();
    setTimeout(done);
  };
  // A finger is already lifted when it moves the focus; then only the click is still to come.
  for (const end of ["pointerup", "click"]) window.addEventListener(end, later, { signal: over.signal });
  if (!document.querySelector(":active")) later();
}
