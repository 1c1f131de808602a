import type { KeyboardEvent } from "react";
import { isOverlaid, usePull } from "../../../ui/usePull";
import { areShortcutsOn } from "../../shortcuts/settings";
import { keyOf } from "../../shortcuts/shortcutMap";

export const REPLY_KEY = "r";

/** A finger that pulls a message in reading direction, and a key on it, reply to it. */
export function useReplyGestures(reply: (() => void) | null) {
  const { isPulled, handlers } = usePull(reply);
  function press(event: KeyboardEvent): void {
    if (keyOf(event) !== REPLY_KEY || !areShortcutsOn() || isOverlaid(event)) return;
    event.preventDefault();
    reply?.();
  }
  return { isPulled, handlers: reply ? { ...handlers, onKeyDown: press } : {} };
}
