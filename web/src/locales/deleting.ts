// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Deleting… */
export const deleting = (): string =>
  translated<string>("deleting", 0) ?? "Deleting…";
/** This can't be undone. */
export const cannotUndo = (): string =>
  translated<string>("deleting", 1) ?? "This can't be undone.";
/** Delete {thing, select, foto {foto} draft {draft} grid {grid} other {comment}} */
export const deleteThing = (p: { thing: "foto" | "draft" | "grid" | (string & {}) }): string =>
  translated<string>("deleting", 2, p) ?? `Delete ${(p.thing === "foto" ? "foto" : p.thing === "draft" ? "draft" : p.thing === "grid" ? "grid" : "comment")}`;
/** {thing, select, foto {Delete this foto?} draft {Delete this draft?} grid {Delete this grid?} other {Delete this comment?}} */
export const question = (p: { thing: "foto" | "draft" | "grid" | (string & {}) }): string =>
  translated<string>("deleting", 3, p) ?? (p.thing === "foto" ? "Delete this foto?" : p.thing === "draft" ? "Delete this draft?" : p.thing === "grid" ? "Delete this grid?" : "Delete this comment?");
/** {thing, select, foto {Foto deleted.} draft {Draft deleted.} grid {Grid deleted.} other {Comment deleted.}} */
export const deleted = (p: { thing: "foto" | "draft" | "grid" | (string & {}) }): string =>
  translated<string>("deleting", 4, p) ?? (p.thing === "foto" ? "Foto deleted." : p.thing === "draft" ? "Draft deleted." : p.thing === "grid" ? "Grid deleted." : "Comment deleted.");
/** {thing, select, foto {Couldn't delete the foto. Try again.} draft {Couldn't delete the draft. Try again.} grid {Couldn't delete the grid. Try again.} other {Couldn't delete the comment. Try again.}} */
export const couldntDelete = (p: { thing: "foto" | "draft" | "grid" | (string & {}) }): string =>
  translated<string>("deleting", 5, p) ?? (p.thing === "foto" ? "Couldn't delete the foto. Try again." : p.thing === "draft" ? "Couldn't delete the draft. Try again." : p.thing === "grid" ? "Couldn't delete the grid. Try again." : "Couldn't delete the comment. Try again.");
