import * as words from "../../locales/editor";
import styles from "./CropPanel.module.css";
import { CropTool, ZoomTools } from "./CropTool";
import { type Crop, firstCrop, rotated, shaped } from "./edits";
import type { Picture } from "./picture";
import { SHAPES, type Shape } from "./shapes";
import type { CropStep } from "./useCropGestures";

const RATIOS = ["horizontal", "vertical", "landscape"] as const;

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
      <div className={styles.tools}>
        <CropTool
          label={words.rotate()}
          mark="rotate"
          onClick={() => onCut((now) => rotated(now, picture))}
        />
        <ZoomTools onCut={onCut} />
        <CropTool label={words.overlay()} mark="overlay" isOn={isOpen} onClick={() => onOpen(!isOpen)} />
        <CropTool label={words.resetCrop()} mark="back" onClick={() => onCut(() => firstCrop(picture))} />
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

function nameOf({ ratio, name, word }: Shape): string {
  return word ? words.namedShape({ ratio, name, word: word() }) : words.shape({ ratio, name });
}
