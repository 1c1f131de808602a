import { useRef, useState } from "react";
import type { ItemPosition } from "./messageRows";
import { useHeights } from "./useHeights";
import { scrollToEnd, useScrollAnchor } from "./useScrollAnchor";
import { useViewport } from "./useViewport";
import { drawnOf } from "./windowing";

const BEYOND_PX = 1_200;

/**
 * A list of rows that is read from its end. Only rows around the viewport are rendered. The visible rows stay in
 * place when older rows load above, when newer ones arrive below, and when a guessed height turns out wrong. At the
 * end, new rows slide in. The list's element must be laid out in `column-reverse` around one content element.
 */
export function useThread(groups: readonly (readonly ItemPosition[])[], lasts: readonly ItemPosition[]) {
  const list = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const heights = useHeights();
  const view = useViewport(list);
  const [hasNew, setHasNew] = useState(false);
  const drawn = drawnOf(groups.map(heights.groupOf), view, BEYOND_PX);
  useScrollAnchor({ list, content }, lasts, setHasNew);
  return { list, content, drawn, heights, hasNew, toEnd: () => scrollToEnd(list.current) };
}
