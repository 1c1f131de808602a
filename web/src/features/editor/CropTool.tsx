import * as words from "../../locales/editor";
import { Drawing } from "../../ui/Icon";
import styles from "./CropTool.module.css";
import { zoomed } from "./crop";
import { MARKS } from "./marks";
import type { CropStep } from "./useCropGestures";

const ZOOM_STEP = 1.25;

/** A button that does what a gesture on the photograph does. */
export function CropTool({
  label,
  mark,
  isOn,
  onClick,
}: {
  label: string;
  mark: keyof typeof MARKS;
  isOn?: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      onClick={onClick}
    >
      <Drawing path={MARKS[mark]} />
    </button>
  );
}

/** The pinch as two buttons. */
export function ZoomTools({ onCut }: { onCut: (step: CropStep) => void }) {
  const zoom = (factor: number) => onCut((now) => ({ ...now, ...zoomed(now.view, now.box, factor) }));
  return (
    <>
      <CropTool label={words.zoomOut()} mark="further" onClick={() => zoom(1 / ZOOM_STEP)} />
      <CropTool label={words.zoomIn()} mark="closer" onClick={() => zoom(ZOOM_STEP)} />
    </>
  );
}
