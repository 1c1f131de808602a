// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Requests to join */
export const list = (): string =>
  translated<string>("joining", 0) ?? "Requests to join";
/** Loading requests to join */
export const loading = (): string =>
  translated<string>("joining", 1) ?? "Loading requests to join";
/** Couldn't load the requests to join. */
export const couldntLoad = (): string =>
  translated<string>("joining", 2) ?? "Couldn't load the requests to join.";
/** No one is waiting */
export const none = (): string =>
  translated<string>("joining", 3) ?? "No one is waiting";
/** People who ask to join appear here. */
export const noneHint = (): string =>
  translated<string>("joining", 4) ?? "People who ask to join appear here.";
/** Approve */
export const approve = (): string =>
  translated<string>("joining", 5) ?? "Approve";
/** Approve {username} */
export const approveName = (p: { username: string | number }): string =>
  translated<string>("joining", 6, p) ?? `Approve ${p.username}`;
/** Refuse */
export const refuse = (): string =>
  translated<string>("joining", 7) ?? "Refuse";
/** Refuse {username} */
export const refuseName = (p: { username: string | number }): string =>
  translated<string>("joining", 8, p) ?? `Refuse ${p.username}`;
/** Refuse {username}? */
export const refuseTitle = (p: { username: string | number }): string =>
  translated<string>("joining", 9, p) ?? `Refuse ${p.username}?`;
/** They are emailed what you write. Their account is deleted after 7 days; until then you can still approve it. */
export const refuseHint = (): string =>
  translated<string>("joining", 10) ?? "They are emailed what you write. Their account is deleted after 7 days; until then you can still approve it.";
/** Approved. */
export const approved = (): string =>
  translated<string>("joining", 11) ?? "Approved.";
/** Refused. */
export const refused = (): string =>
  translated<string>("joining", 12) ?? "Refused.";
/** Couldn't save the decision. Try again. */
export const couldntDecide = (): string =>
  translated<string>("joining", 13) ?? "Couldn't save the decision. Try again.";
/** Refused */
export const refusedOnes = (): string =>
  translated<string>("joining", 14) ?? "Refused";
/** To be deleted on {date} */
export const deletedOn = (p: { date: string | number }): string =>
  translated<string>("joining", 15, p) ?? `To be deleted on ${p.date}`;
