import { useEffect, useRef } from "react";
import type { PostId } from "../../../api";

/**
 * Turns by this many fotos, counted from the last turn's target, so that quick presses do not wait for the rendering.
 */
export function useTurn(id: PostId, ids: readonly PostId[], onTurn: (id: PostId) => void) {
  const goal = useRef(id);
  useEffect(() => {
    goal.current = id;
  }, [id]);
  return (steps: number): void => {
    const at = ids.indexOf(goal.current);
    const next = at >= 0 ? ids[at + steps] : undefined;
    if (!next) return;
    goal.current = next;
    onTurn(next);
  };
}
