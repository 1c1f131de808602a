// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Loading case */
export const loading = (): string =>
  translated<string>("case", 0) ?? "Loading case";
/** Couldn't load this case. */
export const couldntLoad = (): string =>
  translated<string>("case", 1) ?? "Couldn't load this case.";
/** No such case */
export const missing = (): string =>
  translated<string>("case", 2) ?? "No such case";
/** It may have been deleted with the member's account. */
export const missingHint = (): string =>
  translated<string>("case", 3) ?? "It may have been deleted with the member's account.";
/** Back to the cases */
export const back = (): string =>
  translated<string>("case", 4) ?? "Back to the cases";
/** Case */
export const label = (): string =>
  translated<string>("case", 5) ?? "Case";
/** {kind} by {name} */
export const heading = (p: { kind: string | number; name: string | number }): string =>
  translated<string>("case", 6, p) ?? `${p.kind} by ${p.name}`;
/** This case is closed. */
export const isClosed = (): string =>
  translated<string>("case", 7) ?? "This case is closed.";
/** {outcome, select, allowed {The photo was allowed.} refused {The photo stays refused.} other {It was dismissed.}} */
export const noMeasure = (p: { outcome: "allowed" | "refused" | (string & {}) }): string =>
  translated<string>("case", 8, p) ?? (p.outcome === "allowed" ? "The photo was allowed." : p.outcome === "refused" ? "The photo stays refused." : "It was dismissed.");
/** {measure}, by {name}. */
export const closedBy = (p: { measure: string | number; name: string | number }): string =>
  translated<string>("case", 9, p) ?? `${p.measure}, by ${p.name}.`;
/** {kind, select, refusals {Why it was opened} activity {Why it was opened} upload {The refused photo} other {What was reported}} */
export const evidence = (p: { kind: "refusals" | "activity" | "upload" | (string & {}) }): string =>
  translated<string>("case", 10, p) ?? (p.kind === "refusals" ? "Why it was opened" : p.kind === "activity" ? "Why it was opened" : p.kind === "upload" ? "The refused photo" : "What was reported");
/** {kind, select, refusals {Opened automatically, because the uploads of this member were refused:} other {Opened automatically: unusual activity within 24 hours}} */
export const openedFor = (p: { kind: "refusals" | (string & {}) }): string =>
  translated<string>("case", 11, p) ?? (p.kind === "refusals" ? "Opened automatically, because the uploads of this member were refused:" : "Opened automatically: unusual activity within 24 hours");
/** {what, select, explicit {Explicit content: {times}} nudity {Nudity: {times}} suggestive {Suggestive content: {times}} removed {A photo that moderators had removed: {times}} listed {A photo on a hash list: {times}} comments {Comments: {times}} requests {Requests to syncflow: {times}} fotos {Fotos: {times}} blocks {Members who blocked this member: {times}} other {Other refused uploads: {times}}} */
export const counted = (p: { what: "explicit" | "nudity" | "suggestive" | "removed" | "listed" | "comments" | "requests" | "fotos" | "blocks" | (string & {}); times: string | number }): string =>
  translated<string>("case", 12, p) ?? (p.what === "explicit" ? `Explicit content: ${p.times}` : p.what === "nudity" ? `Nudity: ${p.times}` : p.what === "suggestive" ? `Suggestive content: ${p.times}` : p.what === "removed" ? `A photo that moderators had removed: ${p.times}` : p.what === "listed" ? `A photo on a hash list: ${p.times}` : p.what === "comments" ? `Comments: ${p.times}` : p.what === "requests" ? `Requests to syncflow: ${p.times}` : p.what === "fotos" ? `Fotos: ${p.times}` : p.what === "blocks" ? `Members who blocked this member: ${p.times}` : `Other refused uploads: ${p.times}`);
/** {kind, select, upload {The photo was deleted when the case was closed.} other {The evidence was deleted. It is kept for 90 days after a case was closed, or as long as an appeal is possible.}} */
export const noEvidence = (p: { kind: "upload" | (string & {}) }): string =>
  translated<string>("case", 13, p) ?? (p.kind === "upload" ? "The photo was deleted when the case was closed." : "The evidence was deleted. It is kept for 90 days after a case was closed, or as long as an appeal is possible.");
/** The reported photo */
export const photo = (): string =>
  translated<string>("case", 14) ?? "The reported photo";
/** {what, select, explicit {The content check says: explicit content} nudity {The content check says: nudity} suggestive {The content check says: suggestive content} other {The content check gives no reason.}} */
export const judged = (p: { what: "explicit" | "nudity" | "suggestive" | (string & {}) }): string =>
  translated<string>("case", 15, p) ?? (p.what === "explicit" ? "The content check says: explicit content" : p.what === "nudity" ? "The content check says: nudity" : p.what === "suggestive" ? "The content check says: suggestive content" : "The content check gives no reason.");
/** The refused photo */
export const refusedPhoto = (): string =>
  translated<string>("case", 16) ?? "The refused photo";
/** Show photo */
export const showPhoto = (): string =>
  translated<string>("case", 17) ?? "Show photo";
/** Alternative text */
export const altText = (): string =>
  translated<string>("case", 18) ?? "Alternative text";
/** Find the same photo */
export const findSamePhoto = (): string =>
  translated<string>("case", 19) ?? "Find the same photo";
/** Searching… */
export const finding = (): string =>
  translated<string>("case", 20) ?? "Searching…";
/** Couldn't search. Try again. */
export const couldntFind = (): string =>
  translated<string>("case", 21) ?? "Couldn't search. Try again.";
/** Other posts of this photo */
export const samePhotos = (): string =>
  translated<string>("case", 22) ?? "Other posts of this photo";
/** No other post has this photo. */
export const noSamePhoto = (): string =>
  translated<string>("case", 23) ?? "No other post has this photo.";
/** This photo can't be compared. */
export const cantCompare = (): string =>
  translated<string>("case", 24) ?? "This photo can't be compared.";
/** Removed */
export const removed = (): string =>
  translated<string>("case", 25) ?? "Removed";
/** Open it */
export const openIt = (): string =>
  translated<string>("case", 26) ?? "Open it";
/** {what, select, caption {Caption of the post, not reported · {name}} other {The comment that it answers, not reported · {name}}} */
export const context = (p: { what: "caption" | (string & {}); name: string | number }): string =>
  translated<string>("case", 27, p) ?? (p.what === "caption" ? `Caption of the post, not reported · ${p.name}` : `The comment that it answers, not reported · ${p.name}`);
/** No text */
export const noText = (): string =>
  translated<string>("case", 28) ?? "No text";
/** These are private messages. */
export const privateMessages = (): string =>
  translated<string>("case", 29) ?? "These are private messages.";
/** Opening them is recorded in the audit log. */
export const openHint = (): string =>
  translated<string>("case", 30) ?? "Opening them is recorded in the audit log.";
/** Open messages */
export const openMessages = (): string =>
  translated<string>("case", 31) ?? "Open messages";
/** Opening… */
export const opening = (): string =>
  translated<string>("case", 32) ?? "Opening…";
/** Couldn't open the messages. Try again. */
export const couldntOpen = (): string =>
  translated<string>("case", 33) ?? "Couldn't open the messages. Try again.";
/** Messages are shown only while the case is open. */
export const sealed = (): string =>
  translated<string>("case", 34) ?? "Messages are shown only while the case is open.";
/** Reported */
export const reported = (): string =>
  translated<string>("case", 35) ?? "Reported";
/** Reports */
export const reports = (): string =>
  translated<string>("case", 36) ?? "Reports";
/** Former member */
export const formerReporter = (): string =>
  translated<string>("case", 37) ?? "Former member";
/** The member */
export const member = (): string =>
  translated<string>("case", 38) ?? "The member";
/** What was decided before */
export const history = (): string =>
  translated<string>("case", 39) ?? "What was decided before";
/** Nothing was decided about this member before. */
export const noHistory = (): string =>
  translated<string>("case", 40) ?? "Nothing was decided about this member before.";
/** Other cases */
export const otherCases = (): string =>
  translated<string>("case", 41) ?? "Other cases";
/** Open profile */
export const profile = (): string =>
  translated<string>("case", 42) ?? "Open profile";
/** Notes */
export const notes = (): string =>
  translated<string>("case", 43) ?? "Notes";
/** For moderators only. */
export const notesHint = (): string =>
  translated<string>("case", 44) ?? "For moderators only.";
/** Your note */
export const note = (): string =>
  translated<string>("case", 45) ?? "Your note";
/** Add note */
export const addNote = (): string =>
  translated<string>("case", 46) ?? "Add note";
/** Note added. */
export const noteAdded = (): string =>
  translated<string>("case", 47) ?? "Note added.";
/** Couldn't add your note. Try again. */
export const couldntNote = (): string =>
  translated<string>("case", 48) ?? "Couldn't add your note. Try again.";
/** Decisions */
export const decisions = (): string =>
  translated<string>("case", 49) ?? "Decisions";
/** Reverse */
export const reverse = (): string =>
  translated<string>("case", 50) ?? "Reverse";
/** Reverse this decision? */
export const reverseTitle = (): string =>
  translated<string>("case", 51) ?? "Reverse this decision?";
/** What it changed is as it was before. The member is emailed your words. */
export const reverseHint = (): string =>
  translated<string>("case", 52) ?? "What it changed is as it was before. The member is emailed your words.";
/** Your words (optional) */
export const words = (): string =>
  translated<string>("case", 53) ?? "Your words (optional)";
/** Couldn't reverse it. Try again. */
export const couldntReverse = (): string =>
  translated<string>("case", 54) ?? "Couldn't reverse it. Try again.";
/** Reversed. */
export const reversed = (): string =>
  translated<string>("case", 55) ?? "Reversed.";
/** Reversed */
export const stateReversed = (): string =>
  translated<string>("case", 56) ?? "Reversed";
/** Ended */
export const stateEnded = (): string =>
  translated<string>("case", 57) ?? "Ended";
/** until {day} */
export const untilDay = (p: { day: string | number }): string =>
  translated<string>("case", 58, p) ?? `until ${p.day}`;
/** Appeal */
export const appeal = (): string =>
  translated<string>("case", 59) ?? "Appeal";
/** Open */
export const appealOpen = (): string =>
  translated<string>("case", 60) ?? "Open";
/** Granted */
export const appealGranted = (): string =>
  translated<string>("case", 61) ?? "Granted";
/** Refused */
export const appealRefused = (): string =>
  translated<string>("case", 62) ?? "Refused";
/** Grant */
export const grant = (): string =>
  translated<string>("case", 63) ?? "Grant";
/** Refuse */
export const refuse = (): string =>
  translated<string>("case", 64) ?? "Refuse";
/** Grant this appeal? */
export const grantTitle = (): string =>
  translated<string>("case", 65) ?? "Grant this appeal?";
/** The decision is reversed. The member is emailed your words. */
export const grantHint = (): string =>
  translated<string>("case", 66) ?? "The decision is reversed. The member is emailed your words.";
/** Refuse this appeal? */
export const refuseTitle = (): string =>
  translated<string>("case", 67) ?? "Refuse this appeal?";
/** The decision stays. The member is emailed your words. */
export const refuseHint = (): string =>
  translated<string>("case", 68) ?? "The decision stays. The member is emailed your words.";
/** Appeal granted. */
export const granted = (): string =>
  translated<string>("case", 69) ?? "Appeal granted.";
/** Appeal refused. */
export const refused = (): string =>
  translated<string>("case", 70) ?? "Appeal refused.";
/** Couldn't decide. Try again. */
export const couldntDecide = (): string =>
  translated<string>("case", 71) ?? "Couldn't decide. Try again.";
/** Another moderator has to decide this. */
export const anotherDecides = (): string =>
  translated<string>("case", 72) ?? "Another moderator has to decide this.";
/** Answer: {words} */
export const answer = (p: { words: string | number }): string =>
  translated<string>("case", 73, p) ?? `Answer: ${p.words}`;
/** This case is about you. Another moderator decides it. */
export const ownCase = (): string =>
  translated<string>("case", 74) ?? "This case is about you. Another moderator decides it.";
