import type { ReactNode } from "react";
import * as words from "../../locales/editor";
import { Drawing } from "../../ui/Icon";
import styles from "./CropPanel.module.css";
import { zoomed } from "./crop";
import { type Crop, firstCrop, rotated, shaped } from "./edits";
import { MARKS } from "./marks";
import type { Picture } from "./picture";
import { SHAPES, type Shape } from "./shapes";
import type { CropStep } from "./useCropGestures";

const RATIOS = ["horizontal", "vertical", "landscape"] as const;
const ZOOM_STEP = 1.25;

/** The shapes to crop to, and the gestures on the photograph, as buttons. */
export function CropPanel({
  picture,
  cut,
  onCut,
  isOpen,
  onOpen,
}: {
  picture: Picture;
  cut: Crop;
  onCut: (step: CropStep) => void;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}) {
  const zoom = (factor: number) => onCut((now) => ({ ...now, ...zoomed(now.view, now.box, factor) }));
  return (
    <>
      <div className={styles.ratios} role="radiogroup" aria-label={words.ratio()}>
        {RATIOS.map((ratio) => (
          <div key={ratio} className={styles.ratio}>
            <span className={styles.name}>{ratio}</span>
            <div className={styles.shapes}>
              {SHAPES.filter((shape) => shape.ratio === ratio).map((shape) => (
                <ShapeChoice
                  key={shape.name}
                  shape={shape}
                  isChosen={shape.name === cut.shape}
                  onChoose={() => onCut((now) => shaped(now, picture, shape.name))}
                />
              ))}
            </div>
          </div>
        ))}
      </div>
      <div className={styles.acts}>
        <Act label={words.rotate()} mark="rotate" onClick={() => onCut((now) => rotated(now, picture))} />
        <Act label={words.zoomOut()} mark="further" onClick={() => zoom(1 / ZOOM_STEP)} />
        <Act label={words.zoomIn()} mark="closer" onClick={() => zoom(ZOOM_STEP)} />
        <Act label={words.overlay()} mark="overlay" isOn={isOpen} onClick={() => onOpen(!isOpen)} />
        <Act label={words.resetCrop()} mark="back" onClick={() => onCut(() => firstCrop(picture))} />
      </div>
    </>
  );
}

function ShapeChoice({
  shape,
  isChosen,
  onChoose,
}: {
  shape: Shape;
  isChosen: boolean;
  onChoose: () => void;
}) {
  return (
    <label className={styles.shape}>
      <input
        type="radio"
        name="shape"
        className={styles.choice}
        aria-label={nameOf(shape)}
        checked={isChosen}
        onChange={onChoose}
      />
      <span className={styles.outline}>
        <span style={{ aspectRatio: shape.aspect }} data-tall={shape.aspect < 1 || undefined} />
      </span>
      <span>{shape.name}</span>
      {shape.word && <span>{shape.word()}</span>}
    </label>
  );
}

function Act({
  label,
  mark,
  isOn,
  onClick,
}: {
  label: string;
  mark: keyof typeof MARKS;
  isOn?: boolean;
  onClick: () => void;
}): ReactNode {
  return (
    <button
      type="button"
      className={styles.act}
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      onClick={onClick}
    >
      <Drawing path={MARKS[mark]} />
    </button>
  );
}

function nameOf({ ratio, name, word }: Shape): string {
  return word ? words.namedShape({ ratio, name, word: word() }) : words.shape({ ratio, name });
}
