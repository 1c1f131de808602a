import { useState } from "react";
import { canDrawFilters } from "../../lib/canvas";
import * as words from "../../locales/editor";
import glow from "../../ui/Glow.module.css";
import { Drawing } from "../../ui/Icon";
import { filterStyle, recipe } from "../posts/filters";
import { turned } from "./crop";
import { Drawn } from "./Drawn";
import type { Colours, Crop } from "./edits";
import { MARKS } from "./marks";
import type { Picture } from "./picture";
import styles from "./Result.module.css";

/** Of so few pixels is the light on the black around it. */
const LIGHT_PX = 24;
const HOLDING = new Set([" ", "Enter"]);

/** What will be posted; while the button is held, the same without its colours. */
export function Result({ picture, cut, colours }: { picture: Picture; cut: Crop; colours: Colours }) {
  const [isHeld, setHeld] = useState(false);
  // A filter blurs, which takes too long for every step of a slider. Drawn once, it leaves three numbers to change.
  const drawn = canDrawFilters && !isHeld ? recipe(colours.filter) : "";
  const style = isHeld ? {} : styleOver(drawn, colours);
  const whole = turned(picture, cut.turn);
  const aspect = (whole.width * cut.box.width) / (whole.height * cut.box.height);
  const release = () => setHeld(false);
  return (
    <>
      <Drawn
        picture={picture}
        turn={cut.turn}
        box={cut.box}
        most={LIGHT_PX}
        recipe={drawn}
        className={glow.glow}
      />
      <div className={styles.frame} style={{ "--aspect": aspect } as React.CSSProperties}>
        <Drawn
          picture={picture}
          turn={cut.turn}
          box={cut.box}
          recipe={drawn}
          label={words.yourFoto()}
          style={style}
        />
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
        {isHeld ? words.original() : words.compare()}
      </button>
    </>
  );
}

/** The styles that remain for CSS after the filter has been drawn. */
function styleOver(drawn: string, { filter, adjustments }: Colours): React.CSSProperties {
  const whole = filterStyle(filter, adjustments);
  return drawn ? { ...whole, filter: filterStyle("none", adjustments).filter ?? "none" } : whole;
}
