// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { createElement, Fragment, type ReactNode } from "react";
import { translated } from "../lib/language";

/** Last used <ago></ago> */
export const lastUsed = (p: { ago: (content: ReactNode) => ReactNode }): ReactNode =>
  translated<ReactNode>("sessions", 0, p) ?? createElement(Fragment, null, "Last used ", p.ago(``));
/** Where you are logged in */
export const list = (): string =>
  translated<string>("sessions", 1) ?? "Where you are logged in";
/** Logged out there. */
export const loggedOut = (): string =>
  translated<string>("sessions", 2) ?? "Logged out there.";
/** Logged out everywhere else. */
export const loggedOutOthers = (): string =>
  translated<string>("sessions", 3) ?? "Logged out everywhere else.";
/** Log out others */
export const logOutOthers = (): string =>
  translated<string>("sessions", 4) ?? "Log out others";
/** Unknown browser */
export const unknownBrowser = (): string =>
  translated<string>("sessions", 5) ?? "Unknown browser";
/** This browser */
export const thisBrowser = (): string =>
  translated<string>("sessions", 6) ?? "This browser";
/** Log out {browser} */
export const logOutOf = (p: { browser: string | number }): string =>
  translated<string>("sessions", 7, p) ?? `Log out ${p.browser}`;
/** Log out */
export const logOut = (): string =>
  translated<string>("sessions", 8) ?? "Log out";
/** Loading your sessions */
export const loading = (): string =>
  translated<string>("sessions", 9) ?? "Loading your sessions";
/** Couldn't load your sessions. */
export const couldntLoad = (): string =>
  translated<string>("sessions", 10) ?? "Couldn't load your sessions.";
