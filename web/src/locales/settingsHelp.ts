// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { createElement, Fragment, type ReactNode } from "react";
import { translated } from "../lib/language";

/** Write to <email></email>. Tell us what you did, what you saw, and what you expected. */
export const moreHelpHint = (p: { email: (content: ReactNode) => ReactNode }): ReactNode =>
  translated<ReactNode>("settingsHelp", 0, p) ?? createElement(Fragment, null, "Write to ", p.email(``), ". Tell us what you did, what you saw, and what you expected.");
/** Help Center */
export const title = (): string =>
  translated<string>("settingsHelp", 1) ?? "Help Center";
/** Write to us */
export const write = (): string =>
  translated<string>("settingsHelp", 2) ?? "Write to us";
/** We read every message. */
export const writeHint = (): string =>
  translated<string>("settingsHelp", 3) ?? "We read every message.";
/** Keyboard */
export const keyboard = (): string =>
  translated<string>("settingsHelp", 4) ?? "Keyboard";
/** Every screen works without a mouse. Some keys are shortcuts. */
export const keyboardHint = (): string =>
  translated<string>("settingsHelp", 5) ?? "Every screen works without a mouse. Some keys are shortcuts.";
/** Show all keys */
export const showKeys = (): string =>
  translated<string>("settingsHelp", 6) ?? "Show all keys";
/** Questions */
export const questions = (): string =>
  translated<string>("settingsHelp", 7) ?? "Questions";
/** What is {product}? */
export const whatIs = (p: { product: string | number }): string =>
  translated<string>("settingsHelp", 8, p) ?? `What is ${p.product}?`;
/** A place for photographs. Choose a nook, see what its members post, post your own fotos, and get in flow with people whose fotos you like. */
export const whatIsHint = (): string =>
  translated<string>("settingsHelp", 9) ?? "A place for photographs. Choose a nook, see what its members post, post your own fotos, and get in flow with people whose fotos you like.";
/** How do I get started? */
export const howToStart = (): string =>
  translated<string>("settingsHelp", 10) ?? "How do I get started?";
/** Post a foto, or look through your nook and find people. People in flow with you can message you and see what you post to your cue. */
export const howToStartHint = (): string =>
  translated<string>("settingsHelp", 11) ?? "Post a foto, or look through your nook and find people. People in flow with you can message you and see what you post to your cue.";
/** Post a foto */
export const postFoto = (): string =>
  translated<string>("settingsHelp", 12) ?? "Post a foto";
/** Need more help? */
export const moreHelp = (): string =>
  translated<string>("settingsHelp", 13) ?? "Need more help?";
/** Words */
export const glossary = (): string =>
  translated<string>("settingsHelp", 14) ?? "Words";
/** What the words of {product} mean. */
export const glossaryHint = (p: { product: string | number }): string =>
  translated<string>("settingsHelp", 15, p) ?? `What the words of ${p.product} mean.`;
