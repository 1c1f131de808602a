import { useId } from "react";
import type { Adjustments } from "../../api";
import { limits } from "../../callLimits";
import * as words from "../../locales/editor";
import { Drawing } from "../../ui/Icon";
import { UNTOUCHED } from "../posts/filters";
import styles from "./AdjustPanel.module.css";
import { MARKS } from "./marks";

const NAMES = ["brightness", "contrast", "saturation"] as const;
const LIMITS = limits["posts:createPost"].adjustments;

/** Three sliders in percent, where 100 leaves the photograph as it is. */
export function AdjustPanel({
  value,
  onChange,
}: {
  value: Adjustments;
  onChange: (value: Adjustments) => void;
}) {
  const isPlain = NAMES.every((name) => value[name] === UNTOUCHED[name]);
  return (
    <div className={styles.sliders}>
      {NAMES.map((name) => (
        <Slider
          key={name}
          name={name}
          value={value[name]}
          onChange={(percent) => onChange({ ...value, [name]: percent })}
        />
      ))}
      <button type="button" className={styles.all} disabled={isPlain} onClick={() => onChange(UNTOUCHED)}>
        {words.resetAll()}
      </button>
    </div>
  );
}

function Slider({
  name,
  value,
  onChange,
}: {
  name: (typeof NAMES)[number];
  value: number;
  onChange: (percent: number) => void;
}) {
  const id = useId();
  const { minimum, maximum } = LIMITS[name];
  const part = (value - minimum) / (maximum - minimum);
  return (
    <div className={styles.row}>
      <label htmlFor={id}>{words.adjustment({ name })}</label>
      <input
        id={id}
        type="range"
        min={minimum}
        max={maximum}
        value={value}
        aria-valuetext={words.percent({ value })}
        style={{ "--part": part } as React.CSSProperties}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <output htmlFor={id}>{value} %</output>
      <button
        type="button"
        className={styles.reset}
        disabled={value === UNTOUCHED[name]}
        aria-label={words.reset({ name })}
        onClick={() => onChange(UNTOUCHED[name])}
      >
        <Drawing path={MARKS.back} />
      </button>
    </div>
  );
}
