// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** About {product} */
export const title = (p: { product: string | number }): string =>
  translated<string>("about", 0, p) ?? `About ${p.product}`;
/** About · {product} */
export const pageTitle = (p: { product: string | number }): string =>
  translated<string>("about", 1, p) ?? `About · ${p.product}`;
/** Login */
export const login = (): string =>
  translated<string>("about", 2) ?? "Login";
/** Back to settings */
export const toSettings = (): string =>
  translated<string>("about", 3) ?? "Back to settings";
/** The operator of this server hasn't written anything here yet. */
export const none = (): string =>
  translated<string>("about", 4) ?? "The operator of this server hasn't written anything here yet.";
/** On this page */
export const contents = (): string =>
  translated<string>("about", 5) ?? "On this page";
/** Contact */
export const contact = (): string =>
  translated<string>("about", 6) ?? "Contact";
/** What is measured */
export const measured = (): string =>
  translated<string>("about", 7) ?? "What is measured";
/** The server counts requests, errors and how long answers take. These numbers name no member. */
export const measuredNumbers = (): string =>
  translated<string>("about", 8) ?? "The server counts requests, errors and how long answers take. These numbers name no member.";
/** Its log records log-ins, failed attempts and errors. Members and addresses appear there as keyed hashes only. */
export const measuredLog = (): string =>
  translated<string>("about", 9) ?? "Its log records log-ins, failed attempts and errors. Members and addresses appear there as keyed hashes only.";
/** A reported post or message is copied, encrypted, and deleted 90 days after its case was closed, or once no appeal is possible. */
export const measuredReports = (): string =>
  translated<string>("about", 10) ?? "A reported post or message is copied, encrypted, and deleted 90 days after its case was closed, or once no appeal is possible.";
/** No advertising, no trackers, and no cookies other than those that keep you logged in. */
export const measuredNothing = (): string =>
  translated<string>("about", 11) ?? "No advertising, no trackers, and no cookies other than those that keep you logged in.";
/** Software */
export const software = (): string =>
  translated<string>("about", 12) ?? "Software";
/** This server runs Inflow, which is free software: you may use, study, share and change it under the GNU Affero General Public License, version 3 or later. */
export const softwareLicence = (): string =>
  translated<string>("about", 13) ?? "This server runs Inflow, which is free software: you may use, study, share and change it under the GNU Affero General Public License, version 3 or later.";
/** Source code of this server */
export const softwareSource = (): string =>
  translated<string>("about", 14) ?? "Source code of this server";
/** The operator of this server gives you its source code if you ask. */
export const softwareAsk = (): string =>
  translated<string>("about", 15) ?? "The operator of this server gives you its source code if you ask.";
/** Licences of the packages in it */
export const softwarePackages = (): string =>
  translated<string>("about", 16) ?? "Licences of the packages in it";
