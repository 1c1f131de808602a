// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** @{username} blocked. */
export const blocked = (p: { username: string | number }): string =>
  translated<string>("flow", 0, p) ?? `@${p.username} blocked.`;
/** Couldn't block this member. Try again. */
export const couldntBlock = (): string =>
  translated<string>("flow", 1) ?? "Couldn't block this member. Try again.";
/** you sure about this? */
export const sure = (): string =>
  translated<string>("flow", 2) ?? "you sure about this?";
/** You and @{username} won't see each other any more. They won't be notified. */
export const blockHint = (p: { username: string | number }): string =>
  translated<string>("flow", 3, p) ?? `You and @${p.username} won't see each other any more. They won't be notified.`;
/** had enough */
export const hadEnough = (): string =>
  translated<string>("flow", 4) ?? "had enough";
/** nvm */
export const nvm = (): string =>
  translated<string>("flow", 5) ?? "nvm";
/** This user is in your syncflow bucket */
export const inBucket = (): string =>
  translated<string>("flow", 6) ?? "This user is in your syncflow bucket";
/** Flow Synced */
export const flowSynced = (): string =>
  translated<string>("flow", 7) ?? "Flow Synced";
/** Syncflow */
export const syncflow = (): string =>
  translated<string>("flow", 8) ?? "Syncflow";
/** Couldn't send your request. Try again. */
export const couldntAsk = (): string =>
  translated<string>("flow", 9) ?? "Couldn't send your request. Try again.";
/** Couldn't break the flow. Try again. */
export const couldntBreak = (): string =>
  translated<string>("flow", 10) ?? "Couldn't break the flow. Try again.";
/** Break the flow with @{username}? */
export const breakQuestion = (p: { username: string | number }): string =>
  translated<string>("flow", 11, p) ?? `Break the flow with @${p.username}?`;
/** never mind */
export const neverMind = (): string =>
  translated<string>("flow", 12) ?? "never mind";
/** You won't see each other's cue posts any more, and your messages become read-only. */
export const breakHint = (): string =>
  translated<string>("flow", 13) ?? "You won't see each other's cue posts any more, and your messages become read-only.";
/** Outgoing... */
export const outgoing = (): string =>
  translated<string>("flow", 14) ?? "Outgoing...";
