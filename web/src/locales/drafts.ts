// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { formatNumber, translated } from "../lib/language";

/** DRAFTS */
export const title = (): string =>
  translated<string>("drafts", 0) ?? "DRAFTS";
/** Back to profile */
export const back = (): string =>
  translated<string>("drafts", 1) ?? "Back to profile";
/** {count, plural, =0 {Drafts} other {Drafts · #}} */
export const link = (p: { count: number }): string =>
  translated<string>("drafts", 2, p) ?? (p.count === 0 ? "Drafts" : `Drafts · ${formatNumber(p.count)}`);
/** Couldn't load your drafts. */
export const couldntLoad = (): string =>
  translated<string>("drafts", 3) ?? "Couldn't load your drafts.";
/** Loading your drafts… */
export const loading = (): string =>
  translated<string>("drafts", 4) ?? "Loading your drafts…";
/** Not posted */
export const failed = (): string =>
  translated<string>("drafts", 5) ?? "Not posted";
/** Scheduled */
export const scheduled = (): string =>
  translated<string>("drafts", 6) ?? "Scheduled";
/** Drafts */
export const drafts = (): string =>
  translated<string>("drafts", 7) ?? "Drafts";
/** In your time zone, {zone}. */
export const zone = (p: { zone: string | number }): string =>
  translated<string>("drafts", 8, p) ?? `In your time zone, ${p.zone}.`;
/** No drafts */
export const empty = (): string =>
  translated<string>("drafts", 9) ?? "No drafts";
/** Save a new foto as a draft to finish it on any of your devices, or choose a time at which it is posted. */
export const emptyHint = (): string =>
  translated<string>("drafts", 10) ?? "Save a new foto as a draft to finish it on any of your devices, or choose a time at which it is posted.";
/** New foto */
export const newFoto = (): string =>
  translated<string>("drafts", 11) ?? "New foto";
/** No caption */
export const noCaption = (): string =>
  translated<string>("drafts", 12) ?? "No caption";
/** Changed */
export const changed = (): string =>
  translated<string>("drafts", 13) ?? "Changed";
/** {count} fotos */
export const fotos = (p: { count: string | number }): string =>
  translated<string>("drafts", 14, p) ?? `${p.count} fotos`;
/** Could not be posted: {reason} */
export const couldNotBePosted = (p: { reason: string | number }): string =>
  translated<string>("drafts", 15, p) ?? `Could not be posted: ${p.reason}`;
/** More about this draft */
export const more = (): string =>
  translated<string>("drafts", 16) ?? "More about this draft";
/** Post now */
export const postNow = (): string =>
  translated<string>("drafts", 17) ?? "Post now";
/** Post later… */
export const postLater = (): string =>
  translated<string>("drafts", 18) ?? "Post later…";
/** Change time… */
export const changeTime = (): string =>
  translated<string>("drafts", 19) ?? "Change time…";
/** Take out of the schedule */
export const unschedule = (): string =>
  translated<string>("drafts", 20) ?? "Take out of the schedule";
/** No longer scheduled. It's still a draft. */
export const unscheduled = (): string =>
  translated<string>("drafts", 21) ?? "No longer scheduled. It's still a draft.";
/** Delete draft */
export const remove = (): string =>
  translated<string>("drafts", 22) ?? "Delete draft";
/** {count, plural, one {Its foto is} other {Its # fotos are}} deleted too. This can't be undone. */
export const deleteDraft = (p: { count: number }): string =>
  translated<string>("drafts", 23, p) ?? `${(p.count === 1 ? "Its foto is" : `Its ${formatNumber(p.count)} fotos are`)} deleted too. This can't be undone.`;
/** It won't be posted, and {count, plural, one {its foto is} other {its # fotos are}} deleted too. This can't be undone. */
export const deleteScheduled = (p: { count: number }): string =>
  translated<string>("drafts", 24, p) ?? `It won't be posted, and ${(p.count === 1 ? "its foto is" : `its ${formatNumber(p.count)} fotos are`)} deleted too. This can't be undone.`;
/** Couldn't change the draft. Try again. */
export const couldntChange = (): string =>
  translated<string>("drafts", 25) ?? "Couldn't change the draft. Try again.";
/** Post later */
export const scheduleTitle = (): string =>
  translated<string>("drafts", 26) ?? "Post later";
/** Your foto is checked now, and posted at this time, also if you are offline. */
export const scheduleHint = (): string =>
  translated<string>("drafts", 27) ?? "Your foto is checked now, and posted at this time, also if you are offline.";
/** Date and time */
export const time = (): string =>
  translated<string>("drafts", 28) ?? "Date and time";
/** Who sees it */
export const audience = (): string =>
  translated<string>("drafts", 29) ?? "Who sees it";
/** Sphere: everyone */
export const sphere = (): string =>
  translated<string>("drafts", 30) ?? "Sphere: everyone";
/** Cue: people in flow with you */
export const cue = (): string =>
  translated<string>("drafts", 31) ?? "Cue: people in flow with you";
/** Schedule */
export const schedule = (): string =>
  translated<string>("drafts", 32) ?? "Schedule";
/** Checking… */
export const checking = (): string =>
  translated<string>("drafts", 33) ?? "Checking…";
/** Scheduled. */
export const isScheduled = (): string =>
  translated<string>("drafts", 34) ?? "Scheduled.";
/** Couldn't schedule your foto. Try again. */
export const couldntSchedule = (): string =>
  translated<string>("drafts", 35) ?? "Couldn't schedule your foto. Try again.";
/** Draft */
export const editTitle = (): string =>
  translated<string>("drafts", 36) ?? "Draft";
/** Save draft */
export const save = (): string =>
  translated<string>("drafts", 37) ?? "Save draft";
/** Saving… */
export const saving = (): string =>
  translated<string>("drafts", 38) ?? "Saving…";
/** Draft saved. */
export const saved = (): string =>
  translated<string>("drafts", 39) ?? "Draft saved.";
/** Couldn't save the draft: {error} */
export const couldntSave = (p: { error: string | number }): string =>
  translated<string>("drafts", 40, p) ?? `Couldn't save the draft: ${p.error}`;
/** Scheduled for {time}. If you save changes, schedule it again. */
export const waitsFor = (p: { time: string | number }): string =>
  translated<string>("drafts", 41, p) ?? `Scheduled for ${p.time}. If you save changes, schedule it again.`;
/** Opening your draft… */
export const opening = (): string =>
  translated<string>("drafts", 42) ?? "Opening your draft…";
/** Couldn't open this draft */
export const couldntOpen = (): string =>
  translated<string>("drafts", 43) ?? "Couldn't open this draft";
/** Check your connection and try again. */
export const couldntOpenHint = (): string =>
  translated<string>("drafts", 44) ?? "Check your connection and try again.";
/** Draft not available */
export const gone = (): string =>
  translated<string>("drafts", 45) ?? "Draft not available";
/** It may have been posted or deleted on another device. */
export const goneHint = (): string =>
  translated<string>("drafts", 46) ?? "It may have been posted or deleted on another device.";
/** See your drafts */
export const toDrafts = (): string =>
  translated<string>("drafts", 47) ?? "See your drafts";
