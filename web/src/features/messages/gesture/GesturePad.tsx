import { type PointerEvent, useRef } from "react";
import * as actionsWords from "../../../locales/actions";
import * as gestureWords from "../../../locales/gesture";
import { Button } from "../../../ui/Button";
import { Dialog, DialogWords } from "../../../ui/Dialog";
import styles from "./GesturePad.module.css";
import { isCross, type Point } from "./gesture";

const SIDE = 300;

/** A pad to draw an X on, and so delete a conversation. It closes however the drawing ends; a button does the same. */
export function GesturePad({
  name,
  focusAfter,
  onDone,
}: {
  name: string | null;
  focusAfter: () => HTMLElement | null;
  onDone: (isDeleted: boolean) => void;
}) {
  const points = useRef<Point[]>([]);
  const pad = useRef<HTMLCanvasElement>(null);

  function draw(event: PointerEvent<HTMLCanvasElement>): void {
    if (event.type === "pointerdown") {
      event.currentTarget.setPointerCapture(event.pointerId);
      points.current = [];
    }
    if (event.type !== "pointerdown" && event.buttons === 0) return;
    const { left, top } = event.currentTarget.getBoundingClientRect();
    points.current.push({ x: event.clientX - left, y: event.clientY - top });
    trace(pad.current, points.current);
  }

  /** A tap is no drawing; anything else closes the pad. */
  function release(): void {
    if (points.current.length >= 2) onDone(isCross(points.current));
  }

  /** The system took the finger away: it was not let go. */
  function cancel(): void {
    points.current = [];
    trace(pad.current, []);
  }

  return (
    <Dialog
      open={name !== null}
      onClose={() => onDone(false)}
      focusAfter={focusAfter}
      title={gestureWords.title()}
      large={
        <canvas
          ref={pad}
          width={SIDE}
          height={SIDE}
          className={styles.pad}
          role="img"
          aria-label={gestureWords.pad({ name: name ?? "" })}
          onPointerDown={draw}
          onPointerMove={draw}
          onPointerUp={release}
          onPointerCancel={cancel}
        />
      }
      actions={
        <>
          <Button onClick={() => onDone(false)}>{actionsWords.cancel()}</Button>
          <Button variant="danger" onClick={() => onDone(true)}>
            {gestureWords.withoutDrawing()}
          </Button>
        </>
      }
    >
      <DialogWords>{gestureWords.draw()}</DialogWords>
      <p className={styles.how}>{gestureWords.hint()}</p>
    </Dialog>
  );
}

function trace(pad: HTMLCanvasElement | null, points: readonly Point[]): void {
  const ctx = pad?.getContext("2d");
  if (!pad || !ctx) return;
  ctx.clearRect(0, 0, SIDE, SIDE);
  ctx.strokeStyle = getComputedStyle(pad).color;
  ctx.lineWidth = 4;
  ctx.lineCap = "round";
  ctx.beginPath();
  for (const { x, y } of points) ctx.lineTo(x, y);
  ctx.stroke();
}
