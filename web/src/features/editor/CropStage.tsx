import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import * as words from "../../locales/editor";
import styles from "./CropStage.module.css";
import { type Box, followed, moved, scaled, turned, type View } from "./crop";
import { Drawn } from "./Drawn";
import { type Crop, keepable, keptWhole } from "./edits";
import type { Picture } from "./picture";
import type { Shape } from "./shapes";
import { type CropStep, useCropGestures } from "./useCropGestures";

const CORNERS = ["nw", "ne", "sw", "se"] as const;
/** As sharp as a phone shows the whole of it. */
const MOST_PX = 1200;
const STEP = 0.01;
const LONG_STEP = 0.05;
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const GROWTH: Record<string, number> = { "+": 1.04, "=": 1.04, "-": 1 / 1.04, _: 1 / 1.04 };

/**
 * The photograph with the box that will be cut out of it. `isOpen` draws the overlay: the rest dark, the box in thirds.
 * With `takesFocus`, the box has the focus where nothing else has. With `isRound`, the shape is fixed, and a circle in the
 * box shows what a round picture will show.
 */
export function CropStage({
  picture,
  cut,
  onCut,
  isOpen,
  takesFocus,
  isRound = false,
}: {
  picture: Picture;
  cut: Crop;
  onCut: (step: CropStep) => void;
  isOpen: boolean;
  takesFocus: boolean;
  isRound?: boolean;
}) {
  const stage = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  useFocusLeftOver(frame, takesFocus);
  const help = useId();
  const gestures = useCropGestures(stage, onCut);
  const [said, setSaid] = useState("");
  const { width, height } = turned(picture, cut.turn);
  const press = (event: KeyboardEvent) => {
    const box = boxAfter(event, cut.box);
    if (!box) return;
    event.preventDefault();
    onCut((now) => ({ ...now, box, view: followed(now.view, box) }));
    setSaid(inWords(box));
  };
  const whole = isRound ? null : keepable(cut, picture);
  const keep = (shape: Shape) => {
    onCut((now) => keptWhole(now, shape));
    // The button is gone after that.
    frame.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <div
        ref={stage}
        className={styles.stage}
        style={{ "--aspect": width / height } as React.CSSProperties}
        {...gestures}
      >
        <div className={styles.photo} style={{ transform: enlarged(cut.view) }}>
          <Drawn picture={picture} turn={cut.turn} most={MOST_PX} label={words.yourFoto()} />
        </div>
        <div
          ref={frame}
          className={styles.box}
          data-open={isOpen || undefined}
          data-grip="box"
          style={place(cut)}
          role="application"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: an application is what takes the arrow keys.
          tabIndex={0}
          aria-label={words.cropBox()}
          aria-describedby={help}
          onKeyDown={press}
        >
          <span className={isRound ? styles.round : styles.thirds} />
          {CORNERS.map((corner) => (
            <span key={corner} className={styles.corner} data-grip={corner} />
          ))}
        </div>
        <p id={help} className="visually-hidden">
          {words.cropHelp()}
        </p>
        <p className="visually-hidden" role="status">
          {said}
        </p>
      </div>
      {whole && (
        <button
          type="button"
          className={styles.keep}
          data-tall={height > width || undefined}
          onClick={() => keep(whole)}
        >
          {words.keep({ shape: whole.name })}
        </button>
      )}
    </>
  );
}

/** The chooser's button disappears with the choice, and the focus with it; the crop box takes it over. */
function useFocusLeftOver(place: RefObject<HTMLElement | null>, takesFocus: boolean): void {
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [place, takesFocus]);
}

function boxAfter({ key, shiftKey }: KeyboardEvent, box: Box): Box | null {
  const arrow = ARROWS[key];
  const step = shiftKey ? LONG_STEP : STEP;
  if (arrow) return moved(box, arrow[0] * step, arrow[1] * step);
  const factor = GROWTH[key];
  return factor ? scaled(box, factor) : null;
}

function inWords({ x, y, width, height }: Box): string {
  const percent = (part: number) => `${Math.round(100 * part)} %`;
  return words.position({ left: percent(x), top: percent(y), wide: percent(width), high: percent(height) });
}

const enlarged = ({ x, y, zoom }: View) => `scale(${zoom}) translate(${-100 * x}%, ${-100 * y}%)`;

function place({ box, view }: Crop): React.CSSProperties {
  return {
    left: `${100 * (box.x - view.x) * view.zoom}%`,
    top: `${100 * (box.y - view.y) * view.zoom}%`,
    width: `${100 * box.width * view.zoom}%`,
    height: `${100 * box.height * view.zoom}%`,
  };
}
