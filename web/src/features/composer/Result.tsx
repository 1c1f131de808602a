import { useState } from "react";
import { Drawing } from "../../ui/Icon";
import { look } from "../posts/filters";
import { Drawn } from "./Drawn";
import type { Colours, Cut } from "./edits";
import { MARKS } from "./marks";
import type { Picture } from "./picture";
import styles from "./Result.module.css";
import { shapeNamed } from "./shapes";

const HOLDING = new Set([" ", "Enter"]);

/** What will be posted; while the button is held, the same without its colours. */
export function Result({ picture, cut, colours }: { picture: Picture; cut: Cut; colours: Colours }) {
  const [isHeld, setHeld] = useState(false);
  const style = isHeld ? {} : look(colours.filter, colours.adjustments);
  const { aspect } = shapeNamed(cut.shape);
  const release = () => setHeld(false);
  return (
    <>
      <div className={styles.frame} style={{ "--aspect": aspect } as React.CSSProperties}>
        <Drawn picture={picture} turn={cut.turn} box={cut.box} label="Your foto" style={style} />
      </div>
      <button
        type="button"
        className={styles.compare}
        aria-pressed={isHeld}
        onPointerDown={() => setHeld(true)}
        onPointerUp={release}
        onPointerLeave={release}
        onPointerCancel={release}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={(event) => HOLDING.has(event.key) && setHeld(true)}
        onKeyUp={release}
        onBlur={release}
      >
        <Drawing path={MARKS.compare} />
        {isHeld ? "Original" : "Hold to compare"}
      </button>
    </>
  );
}
