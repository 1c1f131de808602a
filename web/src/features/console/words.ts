import type { CaseRow, Person } from "../../api";
import * as words from "../../locales/console";

/** '@mara', or that they are gone. */
export const nameOf = ({ username, isGone }: Person): string =>
  isGone ? words.formerMember() : `@${username}`;

/** How a case ended without a measure. */
export function outcomeOf({ kind, isAllowed }: Pick<CaseRow, "kind" | "isAllowed">): string {
  if (isAllowed) return "allowed";
  return kind === "upload" ? "refused" : "dismissed";
}

/** The moderators who look at a case now, without the viewer; empty if there are none. */
export function lookingWords({ viewers }: Pick<CaseRow, "viewers">, own: string): string {
  const others = viewers.filter((name) => name !== own).map((name) => `@${name}`);
  return others.length === 0 ? "" : words.looking({ count: others.length, names: others.join(", ") });
}
