// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { formatNumber, translated } from "../lib/language";

/** Moderation */
export const title = (): string =>
  translated<string>("console", 0) ?? "Moderation";
/** Moderation · {product} */
export const pageTitle = (p: { product: string | number }): string =>
  translated<string>("console", 1, p) ?? `Moderation · ${p.product}`;
/** Moderation */
export const tabs = (): string =>
  translated<string>("console", 2) ?? "Moderation";
/** OPEN */
export const open = (): string =>
  translated<string>("console", 3) ?? "OPEN";
/** CLOSED */
export const closed = (): string =>
  translated<string>("console", 4) ?? "CLOSED";
/** APPEALS */
export const appeals = (): string =>
  translated<string>("console", 5) ?? "APPEALS";
/** TEAM */
export const team = (): string =>
  translated<string>("console", 6) ?? "TEAM";
/** Loading cases */
export const loading = (): string =>
  translated<string>("console", 7) ?? "Loading cases";
/** Couldn't load the cases. */
export const couldntLoad = (): string =>
  translated<string>("console", 8) ?? "Couldn't load the cases.";
/** Couldn't open the console. */
export const couldntLoadRole = (): string =>
  translated<string>("console", 9) ?? "Couldn't open the console.";
/** No open cases */
export const noneOpen = (): string =>
  translated<string>("console", 10) ?? "No open cases";
/** Reports appear here as members send them. */
export const noneOpenHint = (): string =>
  translated<string>("console", 11) ?? "Reports appear here as members send them.";
/** No closed cases */
export const noneClosed = (): string =>
  translated<string>("console", 12) ?? "No closed cases";
/** Decided cases appear here. */
export const noneClosedHint = (): string =>
  translated<string>("console", 13) ?? "Decided cases appear here.";
/** Loading appeals */
export const loadingAppeals = (): string =>
  translated<string>("console", 14) ?? "Loading appeals";
/** Couldn't load the appeals. */
export const couldntLoadAppeals = (): string =>
  translated<string>("console", 15) ?? "Couldn't load the appeals.";
/** No open appeals */
export const noAppeals = (): string =>
  translated<string>("console", 16) ?? "No open appeals";
/** Members who appeal appear here. */
export const noAppealsHint = (): string =>
  translated<string>("console", 17) ?? "Members who appeal appear here.";
/** {count, plural, one {# report} other {# reports}} */
export const reports = (p: { count: number }): string =>
  translated<string>("console", 18, p) ?? (p.count === 1 ? `${formatNumber(p.count)} report` : `${formatNumber(p.count)} reports`);
/** Former member */
export const formerMember = (): string =>
  translated<string>("console", 19) ?? "Former member";
/** by {name} */
export const by = (p: { name: string | number }): string =>
  translated<string>("console", 20, p) ?? `by ${p.name}`;
/** {count, plural, one {{names} is looking at this case} other {{names} are looking at this case}} */
export const looking = (p: { count: number; names: string | number }): string =>
  translated<string>("console", 21, p) ?? (p.count === 1 ? `${p.names} is looking at this case` : `${p.names} are looking at this case`);
/** Choose a case. */
export const chooseOne = (): string =>
  translated<string>("console", 22) ?? "Choose a case.";
/** j and k move along the queue, Enter opens a case. */
export const keysHint = (): string =>
  translated<string>("console", 23) ?? "j and k move along the queue, Enter opens a case.";
/** {kind, select, refusals {Opened automatically: refused uploads} upload {The member asks for a look at it} other {Opened automatically: unusual activity}} */
export const openedFor = (p: { kind: "refusals" | "upload" | (string & {}) }): string =>
  translated<string>("console", 24, p) ?? (p.kind === "refusals" ? "Opened automatically: refused uploads" : p.kind === "upload" ? "The member asks for a look at it" : "Opened automatically: unusual activity");
/** {outcome, select, allowed {Allowed} refused {Left refused} other {Dismissed}} */
export const noMeasure = (p: { outcome: "allowed" | "refused" | (string & {}) }): string =>
  translated<string>("console", 25, p) ?? (p.outcome === "allowed" ? "Allowed" : p.outcome === "refused" ? "Left refused" : "Dismissed");
/** JOINING */
export const joining = (): string =>
  translated<string>("console", 26) ?? "JOINING";
/** DOCUMENTS */
export const documents = (): string =>
  translated<string>("console", 27) ?? "DOCUMENTS";
/** Your role needs a second step */
export const needsSecondStep = (): string =>
  translated<string>("console", 28) ?? "Your role needs a second step";
/** Add a passkey or an authenticator app, then you can moderate. */
export const needsSecondStepHint = (): string =>
  translated<string>("console", 29) ?? "Add a passkey or an authenticator app, then you can moderate.";
/** Add a second step */
export const addSecondStep = (): string =>
  translated<string>("console", 30) ?? "Add a second step";
