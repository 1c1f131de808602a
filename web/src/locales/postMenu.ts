// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** More about this foto */
export const more = (): string =>
  translated<string>("postMenu", 0) ?? "More about this foto";
/** Edit */
export const edit = (): string =>
  translated<string>("postMenu", 1) ?? "Edit";
/** Edit look */
export const editLook = (): string =>
  translated<string>("postMenu", 2) ?? "Edit look";
/** Edit history */
export const history = (): string =>
  translated<string>("postMenu", 3) ?? "Edit history";
/** Move to your cue */
export const moveToCue = (): string =>
  translated<string>("postMenu", 4) ?? "Move to your cue";
/** Show in the sphere */
export const showInSphere = (): string =>
  translated<string>("postMenu", 5) ?? "Show in the sphere";
/** Open original */
export const openOriginal = (): string =>
  translated<string>("postMenu", 6) ?? "Open original";
/** Save original */
export const saveOriginal = (): string =>
  translated<string>("postMenu", 7) ?? "Save original";
/** This also deletes its comments, its reactions and the grids it is in. It can't be undone. */
export const alsoDeletes = (): string =>
  translated<string>("postMenu", 8) ?? "This also deletes its comments, its reactions and the grids it is in. It can't be undone.";
/** Only you and people in flow with you can see your foto now. */
export const moved = (): string =>
  translated<string>("postMenu", 9) ?? "Only you and people in flow with you can see your foto now.";
/** Couldn't move your foto to your cue. Try again. */
export const couldntMove = (): string =>
  translated<string>("postMenu", 10) ?? "Couldn't move your foto to your cue. Try again.";
/** Archive */
export const archive = (): string =>
  translated<string>("postMenu", 11) ?? "Archive";
/** Only you see your foto now, in the archive on your profile. */
export const archived = (): string =>
  translated<string>("postMenu", 12) ?? "Only you see your foto now, in the archive on your profile.";
/** Couldn't archive your foto. Try again. */
export const couldntArchive = (): string =>
  translated<string>("postMenu", 13) ?? "Couldn't archive your foto. Try again.";
/** Save to a collection */
export const save = (): string =>
  translated<string>("postMenu", 14) ?? "Save to a collection";
