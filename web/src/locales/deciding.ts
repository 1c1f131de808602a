// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { formatNumber, translated } from "../lib/language";

/** Decide */
export const actions = (): string =>
  translated<string>("deciding", 0) ?? "Decide";
/** Allow */
export const allow = (): string =>
  translated<string>("deciding", 1) ?? "Allow";
/** Dismiss */
export const dismiss = (): string =>
  translated<string>("deciding", 2) ?? "Dismiss";
/** Leave refused */
export const leaveRefused = (): string =>
  translated<string>("deciding", 3) ?? "Leave refused";
/** Warn */
export const warn = (): string =>
  translated<string>("deciding", 4) ?? "Warn";
/** Remove */
export const remove = (): string =>
  translated<string>("deciding", 5) ?? "Remove";
/** Take off walls */
export const unlist = (): string =>
  translated<string>("deciding", 6) ?? "Take off walls";
/** Restrict */
export const restrict = (): string =>
  translated<string>("deciding", 7) ?? "Restrict";
/** Suspend */
export const suspend = (): string =>
  translated<string>("deciding", 8) ?? "Suspend";
/** Ban */
export const ban = (): string =>
  translated<string>("deciding", 9) ?? "Ban";
/** {action, select, dismiss {Dismiss this case?} leave {Leave this photo refused?} allow {Allow this photo?} warn {Warn @{name}?} remove {Remove it?} unlist {Take it off the walls?} restrict {Restrict @{name}?} suspend {Suspend @{name}?} other {Suspend @{name} without an end?}} */
export const title = (p: { action: "dismiss" | "leave" | "allow" | "warn" | "remove" | "unlist" | "restrict" | "suspend" | (string & {}); name: string | number }): string =>
  translated<string>("deciding", 10, p) ?? (p.action === "dismiss" ? "Dismiss this case?" : p.action === "leave" ? "Leave this photo refused?" : p.action === "allow" ? "Allow this photo?" : p.action === "warn" ? `Warn @${p.name}?` : p.action === "remove" ? "Remove it?" : p.action === "unlist" ? "Take it off the walls?" : p.action === "restrict" ? `Restrict @${p.name}?` : p.action === "suspend" ? `Suspend @${p.name}?` : `Suspend @${p.name} without an end?`);
/** {action, select, dismiss {Nothing changes. The members who reported see that the case is closed.} allow {The member can upload it now, and is emailed.} warn {They are asked to keep to the rules.} remove {It is gone for everyone within a second.} unlist {It stays on their profile and at its address.} restrict {They can't post, comment, or send requests and messages.} suspend {They are logged out, can't log in, and no one sees them.} other {They are logged out, can't log in, and no one sees them.}} */
export const hint = (p: { action: "dismiss" | "allow" | "warn" | "remove" | "unlist" | "restrict" | "suspend" | (string & {}) }): string =>
  translated<string>("deciding", 11, p) ?? (p.action === "dismiss" ? "Nothing changes. The members who reported see that the case is closed." : p.action === "allow" ? "The member can upload it now, and is emailed." : p.action === "warn" ? "They are asked to keep to the rules." : p.action === "remove" ? "It is gone for everyone within a second." : p.action === "unlist" ? "It stays on their profile and at its address." : p.action === "restrict" ? "They can't post, comment, or send requests and messages." : p.action === "suspend" ? "They are logged out, can't log in, and no one sees them." : "They are logged out, can't log in, and no one sees them.");
/** {kind, select, refusals {Nothing changes. The refused uploads stay refused.} upload {The member is emailed. The copy of the photo is deleted.} other {Nothing changes.}} */
export const nothingChanges = (p: { kind: "refusals" | "upload" | (string & {}) }): string =>
  translated<string>("deciding", 12, p) ?? (p.kind === "refusals" ? "Nothing changes. The refused uploads stay refused." : p.kind === "upload" ? "The member is emailed. The copy of the photo is deleted." : "Nothing changes.");
/** Rule */
export const reason = (): string =>
  translated<string>("deciding", 13) ?? "Rule";
/** For how many days */
export const days = (): string =>
  translated<string>("deciding", 14) ?? "For how many days";
/** 1 to 365 */
export const daysHint = (): string =>
  translated<string>("deciding", 15) ?? "1 to 365";
/** Facts, for the member (optional) */
export const facts = (): string =>
  translated<string>("deciding", 16) ?? "Facts, for the member (optional)";
/** {count, plural, one {# character left} other {# characters left}} */
export const left = (p: { count: number }): string =>
  translated<string>("deciding", 17, p) ?? (p.count === 1 ? `${formatNumber(p.count)} character left` : `${formatNumber(p.count)} characters left`);
/** Case closed. */
export const done = (): string =>
  translated<string>("deciding", 18) ?? "Case closed.";
/** Couldn't decide the case. Try again. */
export const couldnt = (): string =>
  translated<string>("deciding", 19) ?? "Couldn't decide the case. Try again.";
