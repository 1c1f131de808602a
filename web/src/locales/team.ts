// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Loading the team */
export const loading = (): string =>
  translated<string>("team", 0) ?? "Loading the team";
/** Couldn't load the team. */
export const couldntLoad = (): string =>
  translated<string>("team", 1) ?? "Couldn't load the team.";
/** Search a member */
export const search = (): string =>
  translated<string>("team", 2) ?? "Search a member";
/** Give a role */
export const give = (): string =>
  translated<string>("team", 3) ?? "Give a role";
/** Owners give roles. Moderators decide cases. */
export const hint = (): string =>
  translated<string>("team", 4) ?? "Owners give roles. Moderators decide cases.";
/** Moderators and owners */
export const list = (): string =>
  translated<string>("team", 5) ?? "Moderators and owners";
/** Role of @{username} */
export const roleOf = (p: { username: string | number }): string =>
  translated<string>("team", 6, p) ?? `Role of @${p.username}`;
/** Member */
export const member = (): string =>
  translated<string>("team", 7) ?? "Member";
/** Moderator */
export const moderator = (): string =>
  translated<string>("team", 8) ?? "Moderator";
/** Owner */
export const owner = (): string =>
  translated<string>("team", 9) ?? "Owner";
/** Role changed. */
export const changed = (): string =>
  translated<string>("team", 10) ?? "Role changed.";
/** Couldn't change the role. Try again. */
export const couldntChange = (): string =>
  translated<string>("team", 11) ?? "Couldn't change the role. Try again.";
