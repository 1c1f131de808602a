import { type PointerEvent, type SyntheticEvent, useRef, useState } from "react";

/** Sooner than the browsers' own menus for a long press. */
const LONG_MS = 400;

/** Which of several buttons a finger rests on. A long press is no press: `press` is not called at its end. */
export function useLongPress<Name>() {
  const [held, setHeld] = useState<Name | null>(null);
  const isLong = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const end = () => {
    clearTimeout(timer.current);
    setHeld(null);
  };
  const handlers = (name: Name, press: () => void) => ({
    onPointerDown({ pointerType }: PointerEvent) {
      isLong.current = false;
      if (pointerType !== "touch") return;
      timer.current = setTimeout(() => {
        isLong.current = true;
        setHeld(name);
      }, LONG_MS);
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: end,
    onContextMenu: (event: SyntheticEvent) => isLong.current && event.preventDefault(),
    onClick() {
      if (!isLong.current) press();
      isLong.current = false;
    },
  });
  return { held, handlers };
}
