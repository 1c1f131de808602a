import { type PointerEvent, type RefObject, useLayoutEffect, useRef } from "react";
import { type FingerSpeed, fingerSpeed } from "../lib/fingerSpeed";
import { springBack } from "../lib/springBack";
import styles from "./SheetHandle.module.css";

/** A finger that moved less has pressed the handle. */
const PRESS_PX = 8;
/** A drag further than this changes the height, or closes a sheet that is low already. */
const FAR_PX = 64;

/**
 * The handle of a sheet with two heights: it is dragged between them, and downwards out of the screen. Pressed, by a
 * finger, a key or a screen reader, it switches between them.
 */
export function SheetHandle({
  label,
  isFull,
  onFull,
  onClose,
}: {
  label: string;
  isFull: boolean;
  onFull: (isFull: boolean) => void;
  onClose: () => void;
}) {
  const handle = useRef<HTMLButtonElement>(null);
  const drag = useRef<{ from: number; by: number; speed: FingerSpeed } | null>(null);
  const settleFrom = useSettling(handle, isFull);

  function move({ clientY, timeStamp }: PointerEvent): void {
    const sheet = sheetOf(handle);
    if (!drag.current || !sheet) return;
    drag.current.speed.move(clientY, timeStamp);
    // A full sheet has no way up.
    drag.current.by = Math.max(clientY - drag.current.from, isFull ? 0 : -sheet.offsetTop);
    sheet.dataset.dragged = "";
    sheet.style.transform = `translateY(${drag.current.by}px)`;
  }

  function drop(event: PointerEvent): void {
    const { by = 0, speed } = drag.current ?? {};
    drag.current = null;
    const sheet = sheetOf(handle);
    if (!sheet) return;
    const velocity = speed?.lifted(event.timeStamp) ?? 0;
    settleFrom(sheet, velocity);
    delete sheet.dataset.dragged;
    sheet.style.transform = "";
    const isFar = event.type === "pointerup" && Math.abs(by) > FAR_PX;
    if (!isFar) springBack(sheet, [0, by], [0, velocity]);
    else if (by > 0 && !isFull) onClose();
    else onFull(!isFull);
  }

  return (
    <button
      ref={handle}
      type="button"
      className={styles.handle}
      aria-label={label}
      aria-pressed={isFull}
      onPointerDown={({ currentTarget, pointerId, clientY }) => {
        currentTarget.setPointerCapture(pointerId);
        drag.current = { from: clientY, by: 0, speed: fingerSpeed() };
        currentTarget.dataset.moved = "";
      }}
      onPointerMove={move}
      onPointerUp={(event) => {
        event.currentTarget.dataset.moved = Math.abs(drag.current?.by ?? 0) > PRESS_PX ? "true" : "";
        drop(event);
      }}
      onPointerCancel={drop}
      onClick={({ currentTarget, detail }) => {
        if (detail > 0 && currentTarget.dataset.moved) return;
        const sheet = sheetOf(handle);
        if (sheet) settleFrom(sheet);
        onFull(!isFull);
      }}
    />
  );
}

const sheetOf = (handle: RefObject<HTMLElement | null>) =>
  handle.current?.closest<HTMLElement>("[data-sheet]") ?? null;

/** The sheet glides to its new height from where it was when the answer was called. */
function useSettling(handle: RefObject<HTMLElement | null>, isFull: boolean) {
  const letGo = useRef<{ top: number; velocity: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another height moves the sheet
  useLayoutEffect(() => {
    const sheet = sheetOf(handle);
    if (!sheet || letGo.current === null) return;
    const { top, velocity } = letGo.current;
    letGo.current = null;
    springBack(sheet, [0, top - sheet.getBoundingClientRect().top], [0, velocity]);
  }, [isFull]);
  return (sheet: HTMLElement, velocity = 0) => {
    letGo.current = { top: sheet.getBoundingClientRect().top, velocity };
  };
}
