// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Requests to you */
export const incoming = (): string =>
  translated<string>("requests", 0) ?? "Requests to you";
/** No requests */
export const noRequests = (): string =>
  translated<string>("requests", 1) ?? "No requests";
/** When a member wants to syncflow with you, they appear here. */
export const noRequestsHint = (): string =>
  translated<string>("requests", 2) ?? "When a member wants to syncflow with you, they appear here.";
/** Find people */
export const findPeople = (): string =>
  translated<string>("requests", 3) ?? "Find people";
/** Syncflow */
export const syncflow = (): string =>
  translated<string>("requests", 4) ?? "Syncflow";
/** Bounce */
export const bounce = (): string =>
  translated<string>("requests", 5) ?? "Bounce";
/** Your requests */
export const outgoing = (): string =>
  translated<string>("requests", 6) ?? "Your requests";
/** No outgoing requests */
export const noOutgoing = (): string =>
  translated<string>("requests", 7) ?? "No outgoing requests";
/** Find people whose fotos you like, and syncflow. */
export const noOutgoingHint = (): string =>
  translated<string>("requests", 8) ?? "Find people whose fotos you like, and syncflow.";
/** prev */
export const previous = (): string =>
  translated<string>("requests", 9) ?? "prev";
/** {total} in all */
export const total = (p: { total: string | number }): string =>
  translated<string>("requests", 10, p) ?? `${p.total} in all`;
/** next */
export const next = (): string =>
  translated<string>("requests", 11) ?? "next";
/** View profile */
export const viewProfile = (): string =>
  translated<string>("requests", 12) ?? "View profile";
/** Loading requests */
export const loading = (): string =>
  translated<string>("requests", 13) ?? "Loading requests";
/** detach */
export const detach = (): string =>
  translated<string>("requests", 14) ?? "detach";
