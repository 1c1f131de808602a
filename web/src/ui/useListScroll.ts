import { type RefObject, useEffect, useRef, useState } from "react";
import { scrollBehavior } from "../lib/motion";

/** The member's scroll position in a list with a scroll bar of its own, newest first. */
export interface ListScroll {
  list: RefObject<HTMLDivElement | null>;
  isScrolledDown: boolean;
  /** How many times they asked for the newest; each time shows what waited. */
  asked: number;
  onScroll: () => void;
  toNewest: () => void;
}

export function useListScroll(): ListScroll {
  const list = useRef<HTMLDivElement>(null);
  const [isScrolledDown, setScrolledDown] = useState(false);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    // After the waiting items are rendered: scroll anchoring would move the target.
    if (asked > 0) list.current?.scrollTo({ top: 0, behavior: scrollBehavior() });
  }, [asked]);
  return {
    list,
    isScrolledDown,
    asked,
    onScroll: () => setScrolledDown((list.current?.scrollTop ?? 0) >= 1),
    toNewest: () => setAsked((before) => before + 1),
  };
}

/** While the member has scrolled down or writes, nothing moves, except at the moment when they ask for the newest. */
export function useFrozen({ isHeld, asked }: { isHeld: boolean; asked: number }): boolean {
  const [shown, setShown] = useState(asked);
  useEffect(() => setShown(asked), [asked]);
  return isHeld && shown === asked;
}
