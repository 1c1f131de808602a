import type { Ratio } from "../../api";
import { formatLanguage } from "../../lib/language";
import * as words from "../../locales/gridCreation";
import { type Kind, LAYOUTS, layoutNamed } from "./layouts";

const MOST = 3;
const MOST_LANDSCAPE = 2;

/** A foto as the rules see it. */
export interface Picked {
  _id: string;
  ratio: Ratio;
}

/** The selection after a tap: the foto joins it at the end, or leaves it; or the words why it may not join. */
export function tapped<Foto extends Picked>(selection: readonly Foto[], foto: Foto): Foto[] | string {
  if (selection.some(({ _id }) => _id === foto._id)) return selection.filter(({ _id }) => _id !== foto._id);
  if (selection.length >= MOST) return words.atMost({ count: MOST });
  if (foto.ratio === "landscape" && countOf(selection).landscape >= MOST_LANDSCAPE)
    return words.atMostLandscape({ count: MOST_LANDSCAPE });
  return [...selection, foto];
}

/** Which layouts these fotos fill; null while they fill none. */
export function kindOf(selection: readonly Picked[]): Kind | null {
  const { horizontal, vertical, landscape } = countOf(selection);
  if (landscape > 0)
    return landscape === MOST_LANDSCAPE && selection.length === MOST_LANDSCAPE ? "landscape" : null;
  if (selection.length !== MOST) return null;
  if (vertical === MOST) return "vertical";
  return horizontal >= MOST - 1 ? "mixed" : null;
}

/** Whether a grid can be made of these fotos in this layout. */
export const isValid = (layout: string, selection: readonly Picked[]): boolean =>
  kindOf(selection) === layoutNamed(layout).kind;

const TAKES: Record<Kind, () => string> = {
  vertical: words.threeVertical,
  landscape: words.twoLandscape,
  mixed: words.mixed,
};

/** The fotos that a layout takes, in words. */
export const takes = (layout: string): string => TAKES[layoutNamed(layout).kind]();

/** What to do next with this layout and these fotos. */
export function advice(layout: string, selection: readonly Picked[]): string {
  const kind = kindOf(selection);
  if (kind === null || kind === layoutNamed(layout).kind)
    return words.takesKind({ layout, kind: layoutNamed(layout).kind });
  const fitting = LAYOUTS.filter((each) => each.kind === kind).map(({ name }) => name);
  const either = new Intl.ListFormat(formatLanguage, { type: "disjunction" });
  return words.goInto({ layouts: either.format(fitting) });
}

function countOf(selection: readonly Picked[]): Record<Ratio, number> {
  const count = { horizontal: 0, vertical: 0, landscape: 0 };
  for (const { ratio } of selection) count[ratio] += 1;
  return count;
}
