import { type MouseEvent, useId, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import type { ProfileId } from "../../api";
import * as words from "../../locales/filtering";
import { useViewer } from "../identity/Viewer";
import type { CoveredProps } from "./Covered";
import styles from "./Filter.module.css";
import { show, subscribe, wordIn } from "./filteredWords";

/** Draws a cover instead of its children where they have a word that the viewer filters. */
export default function Filter(props: CoveredProps) {
  const { profileId } = useViewer();
  return <FilterFor viewer={profileId} {...props} />;
}

/** As {@link Filter}. Without a viewer, which the page has while the server is away, for the last member of this browser. */
export function FilterFor({ viewer, as = "tile", of, children }: CoveredProps & { viewer?: ProfileId }) {
  const word = useSyncExternalStore(subscribe, () => wordIn(of, viewer));
  if (word === null) return children;
  if (as === "nothing") return null;
  if (as === "line") return <bdi>{words.filtered({ word })}</bdi>;
  return <Cover id={of._id} word={word} as={as} />;
}

function Cover({ id, word, as }: { id: string; word: string; as: "tile" | "text" | "stage" }) {
  const says = useId();
  const uncover = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const place = currentTarget.parentElement?.parentElement;
    flushSync(() => show(id));
    if (place) focusIn(place, as === "tile");
  };
  return (
    <span className={styles[as]}>
      <span id={says} dir="auto">
        {words.filtered({ word })}
      </span>
      <button type="button" aria-describedby={says} onClick={uncover}>
        {words.show()}
      </button>
    </span>
  );
}

/** The button is gone, so the focus goes on to what it showed. */
function focusIn(place: HTMLElement, hasLink: boolean): void {
  const link = hasLink && place.querySelector<HTMLElement>("a, button");
  if (!link) place.tabIndex = -1;
  (link || place).focus({ preventScroll: true });
}
