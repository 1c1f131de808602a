// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { formatNumber, translated } from "../lib/language";

/** Decisions about you */
export const title = (): string =>
  translated<string>("decisions", 0) ?? "Decisions about you";
/** What moderators decided, why, and how to appeal. */
export const hint = (): string =>
  translated<string>("decisions", 1) ?? "What moderators decided, why, and how to appeal.";
/** Loading decisions */
export const loading = (): string =>
  translated<string>("decisions", 2) ?? "Loading decisions";
/** Couldn't load these decisions. */
export const couldntLoad = (): string =>
  translated<string>("decisions", 3) ?? "Couldn't load these decisions.";
/** No decisions */
export const none = (): string =>
  translated<string>("decisions", 4) ?? "No decisions";
/** If moderators act on something of yours, you read here why. */
export const noneHint = (): string =>
  translated<string>("decisions", 5) ?? "If moderators act on something of yours, you read here why.";
/** {kind, select, warn {A warning about {about}} remove {Removed: {about}} unlist {Taken off the walls: {about}} restrict {Restricted: no posts, comments, requests or messages} suspend {Your account was suspended} other {Your account was suspended without an end}} */
export const what = (p: { kind: "warn" | "remove" | "unlist" | "restrict" | "suspend" | (string & {}); about: string | number }): string =>
  translated<string>("decisions", 6, p) ?? (p.kind === "warn" ? `A warning about ${p.about}` : p.kind === "remove" ? `Removed: ${p.about}` : p.kind === "unlist" ? `Taken off the walls: ${p.about}` : p.kind === "restrict" ? "Restricted: no posts, comments, requests or messages" : p.kind === "suspend" ? "Your account was suspended" : "Your account was suspended without an end");
/** {about, select, post {a foto or flick of yours} grid {a grid of yours} comment {a comment of yours} message {a message of yours} profile {your profile} quote {your quote} refusals {your refused uploads} activity {your activity} upload {your refused photo} other {the nook that you proposed}} */
export const about = (p: { about: "post" | "grid" | "comment" | "message" | "profile" | "quote" | "refusals" | "activity" | "upload" | (string & {}) }): string =>
  translated<string>("decisions", 7, p) ?? (p.about === "post" ? "a foto or flick of yours" : p.about === "grid" ? "a grid of yours" : p.about === "comment" ? "a comment of yours" : p.about === "message" ? "a message of yours" : p.about === "profile" ? "your profile" : p.about === "quote" ? "your quote" : p.about === "refusals" ? "your refused uploads" : p.about === "activity" ? "your activity" : p.about === "upload" ? "your refused photo" : "the nook that you proposed");
/** Because of {about} */
export const because = (p: { about: string | number }): string =>
  translated<string>("decisions", 8, p) ?? `Because of ${p.about}`;
/** Rule */
export const rule = (): string =>
  translated<string>("decisions", 9) ?? "Rule";
/** {reason, select, spam {No spam} nudity {No nudity or sexual content} harassment {No harassment} hate {No hate} violence {No violence} self_harm {Nothing that encourages self-harm} illegal {Nothing illegal} impersonation {No impersonation} other {The community rules}} */
export const rules = (p: { reason: "spam" | "nudity" | "harassment" | "hate" | "violence" | "self_harm" | "illegal" | "impersonation" | (string & {}) }): string =>
  translated<string>("decisions", 10, p) ?? (p.reason === "spam" ? "No spam" : p.reason === "nudity" ? "No nudity or sexual content" : p.reason === "harassment" ? "No harassment" : p.reason === "hate" ? "No hate" : p.reason === "violence" ? "No violence" : p.reason === "self_harm" ? "Nothing that encourages self-harm" : p.reason === "illegal" ? "Nothing illegal" : p.reason === "impersonation" ? "No impersonation" : "The community rules");
/** Your text */
export const text = (): string =>
  translated<string>("decisions", 11) ?? "Your text";
/** What moderators wrote */
export const facts = (): string =>
  translated<string>("decisions", 12) ?? "What moderators wrote";
/** Until */
export const until = (): string =>
  translated<string>("decisions", 13) ?? "Until";
/** Decided by */
export const by = (): string =>
  translated<string>("decisions", 14) ?? "Decided by";
/** A person, after a report */
export const person = (): string =>
  translated<string>("decisions", 15) ?? "A person, after a report";
/** {about, select, refusals {A person, after refused uploads were counted} upload {A person, after you asked about a refused photo} other {A person, after unusual activity was counted}} */
export const personUnreported = (p: { about: "refusals" | "upload" | (string & {}) }): string =>
  translated<string>("decisions", 16, p) ?? (p.about === "refusals" ? "A person, after refused uploads were counted" : p.about === "upload" ? "A person, after you asked about a refused photo" : "A person, after unusual activity was counted");
/** An automatic check */
export const automatic = (): string =>
  translated<string>("decisions", 17) ?? "An automatic check";
/** Ended */
export const ended = (): string =>
  translated<string>("decisions", 18) ?? "Ended";
/** Reversed */
export const reversed = (): string =>
  translated<string>("decisions", 19) ?? "Reversed";
/** In force */
export const inForce = (): string =>
  translated<string>("decisions", 20) ?? "In force";
/** Why it was reversed */
export const answer = (): string =>
  translated<string>("decisions", 21) ?? "Why it was reversed";
/** Appeal */
export const appeal = (): string =>
  translated<string>("decisions", 22) ?? "Appeal";
/** Why should it be decided otherwise? */
export const appealWords = (): string =>
  translated<string>("decisions", 23) ?? "Why should it be decided otherwise?";
/** Another moderator reads this, where there is one. You can appeal once. */
export const appealHint = (): string =>
  translated<string>("decisions", 24) ?? "Another moderator reads this, where there is one. You can appeal once.";
/** Send appeal */
export const send = (): string =>
  translated<string>("decisions", 25) ?? "Send appeal";
/** Sending… */
export const sending = (): string =>
  translated<string>("decisions", 26) ?? "Sending…";
/** Appeal sent. */
export const sent = (): string =>
  translated<string>("decisions", 27) ?? "Appeal sent.";
/** Couldn't send your appeal. Try again. */
export const couldntSend = (): string =>
  translated<string>("decisions", 28) ?? "Couldn't send your appeal. Try again.";
/** {count, plural, one {# character left} other {# characters left}} */
export const left = (p: { count: number }): string =>
  translated<string>("decisions", 29, p) ?? (p.count === 1 ? `${formatNumber(p.count)} character left` : `${formatNumber(p.count)} characters left`);
/** Your appeal */
export const yourAppeal = (): string =>
  translated<string>("decisions", 30) ?? "Your appeal";
/** Waiting for a moderator */
export const appealOpen = (): string =>
  translated<string>("decisions", 31) ?? "Waiting for a moderator";
/** Granted */
export const appealGranted = (): string =>
  translated<string>("decisions", 32) ?? "Granted";
/** Not granted */
export const appealRefused = (): string =>
  translated<string>("decisions", 33) ?? "Not granted";
/** Answer */
export const appealAnswer = (): string =>
  translated<string>("decisions", 34) ?? "Answer";
