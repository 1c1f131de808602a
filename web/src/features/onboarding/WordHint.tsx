import { useEffect, useRef, useState } from "react";
import { focusHeading } from "../../lib/focusHeading";
import * as glossary from "../../locales/glossary";
import * as words from "../../locales/wordHint";
import { Button } from "../../ui/Button";
import { type HintedWord, isHintDue, noteHint } from "./hints";
import styles from "./WordHint.module.css";

const HINTS: Record<HintedWord, { title: () => string; hint: () => string }> = {
  sphere: { title: glossary.sphere, hint: glossary.sphereHint },
  cue: { title: glossary.cue, hint: glossary.cueHint },
  syncflow: { title: glossary.syncflow, hint: glossary.syncflowHint },
  bucket: { title: glossary.bucket, hint: glossary.bucketHint },
  intexted: { title: glossary.intexted, hint: glossary.intextedHint },
  nook: { title: glossary.nook, hint: glossary.nookHint },
  flick: { title: glossary.flick, hint: glossary.flickHint },
  grid: { title: glossary.grid, hint: glossary.gridHint },
  curator: { title: glossary.curator, hint: glossary.curatorHint },
};

/**
 * Explains a word of the product in its place in the page, in the first visit of this browser to the screen that it
 * names. It covers nothing and takes no focus.
 */
export function WordHint({ word }: { word: HintedWord }) {
  const [isDue, setDue] = useState(() => isHintDue(word));
  const place = useRef<HTMLElement>(null);
  useEffect(() => noteHint(word), [word]);
  if (!isDue) return null;
  const { title, hint } = HINTS[word];
  const close = () => {
    if (place.current?.contains(document.activeElement)) focusHeading();
    setDue(false);
  };
  return (
    <aside ref={place} role="note" className={styles.hint} aria-label={words.label()}>
      <p>
        <b>{title()}</b> {hint()}
      </p>
      <Button variant="ghost" onClick={close}>
        {words.gotIt()}
      </Button>
    </aside>
  );
}
