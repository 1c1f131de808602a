import { useRef, useState } from "react";
import type { Place } from "./lines";
import { useHeights } from "./useHeights";
import { toEnd, useStaying } from "./useStaying";
import { useView } from "./useView";
import { drawnOf } from "./windowing";

const BEYOND_PX = 1_200;

/**
 * A list of lines that is read from its end. Only those around the view are drawn. What one reads stays where it is, be
 * it that older ones come above, that newer ones come below, or that a guessed height turns out otherwise; whoever reads
 * the end sees new ones slide in. The list's element must be laid out in `column-reverse` around one content element.
 */
export function useThread(stretches: readonly (readonly Place[])[], lasts: readonly Place[]) {
  const list = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const heights = useHeights();
  const view = useView(list);
  const [hasNew, setHasNew] = useState(false);
  const drawn = drawnOf(stretches.map(heights.run), view, BEYOND_PX);
  useStaying({ list, content }, lasts, setHasNew);
  return { list, content, drawn, heights, hasNew, toEnd: () => toEnd(list.current) };
}
