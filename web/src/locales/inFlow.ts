// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { createElement, Fragment, type ReactNode } from "react";
import { translated } from "../lib/language";

/** You're in Flow! */
export const inFlow = (): string =>
  translated<string>("inFlow", 0) ?? "You're in Flow!";
/** You and <name></name> are now in mutual connection. Check your new cue! */
export const inFlowHint = (p: { name: (content: ReactNode) => ReactNode }): ReactNode =>
  translated<ReactNode>("inFlow", 1, p) ?? createElement(Fragment, null, "You and ", p.name(``), " are now in mutual connection. Check your new cue!");
/** Got it! */
export const gotIt = (): string =>
  translated<string>("inFlow", 2) ?? "Got it!";
