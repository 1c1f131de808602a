// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Safety */
export const title = (): string =>
  translated<string>("safety", 0) ?? "Safety";
/** Your reports */
export const reports = (): string =>
  translated<string>("safety", 1) ?? "Your reports";
/** What you reported, and what became of it. */
export const reportsHint = (): string =>
  translated<string>("safety", 2) ?? "What you reported, and what became of it.";
/** Loading your reports */
export const loadingReports = (): string =>
  translated<string>("safety", 3) ?? "Loading your reports";
/** Couldn't load your reports. */
export const couldntLoadReports = (): string =>
  translated<string>("safety", 4) ?? "Couldn't load your reports.";
/** No reports */
export const noReports = (): string =>
  translated<string>("safety", 5) ?? "No reports";
/** What you report appears here. */
export const noReportsHint = (): string =>
  translated<string>("safety", 6) ?? "What you report appears here.";
/** Waiting for a moderator */
export const waiting = (): string =>
  translated<string>("safety", 7) ?? "Waiting for a moderator";
/** Closed without a measure */
export const noMeasure = (): string =>
  translated<string>("safety", 8) ?? "Closed without a measure";
/** Moderators acted */
export const measure = (): string =>
  translated<string>("safety", 9) ?? "Moderators acted";
/** Blocked members */
export const blocked = (): string =>
  translated<string>("safety", 10) ?? "Blocked members";
/** You and they don't see each other. */
export const blockedHint = (): string =>
  translated<string>("safety", 11) ?? "You and they don't see each other.";
