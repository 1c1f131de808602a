// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Keyboard */
export const title = (): string =>
  translated<string>("shortcuts", 0) ?? "Keyboard";
/** Press one key, or two in a row. They don't work while you type. */
export const hint = (): string =>
  translated<string>("shortcuts", 1) ?? "Press one key, or two in a row. They don't work while you type.";
/** Single keys */
export const singleKeys = (): string =>
  translated<string>("shortcuts", 2) ?? "Single keys";
/** They work on every screen */
export const on = (): string =>
  translated<string>("shortcuts", 3) ?? "They work on every screen";
/** They are off. Tab, Enter and Escape always work */
export const off = (): string =>
  translated<string>("shortcuts", 4) ?? "They are off. Tab, Enter and Escape always work";
/** Go to */
export const goTo = (): string =>
  translated<string>("shortcuts", 5) ?? "Go to";
/** Your feed */
export const feed = (): string =>
  translated<string>("shortcuts", 6) ?? "Your feed";
/** Find */
export const find = (): string =>
  translated<string>("shortcuts", 7) ?? "Find";
/** Intexted */
export const intexted = (): string =>
  translated<string>("shortcuts", 8) ?? "Intexted";
/** The sphere */
export const sphere = (): string =>
  translated<string>("shortcuts", 9) ?? "The sphere";
/** Your cue */
export const cue = (): string =>
  translated<string>("shortcuts", 10) ?? "Your cue";
/** Your profile */
export const profile = (): string =>
  translated<string>("shortcuts", 11) ?? "Your profile";
/** In a list of fotos */
export const wall = (): string =>
  translated<string>("shortcuts", 12) ?? "In a list of fotos";
/** Next foto */
export const nextFoto = (): string =>
  translated<string>("shortcuts", 13) ?? "Next foto";
/** Previous foto */
export const previousFoto = (): string =>
  translated<string>("shortcuts", 14) ?? "Previous foto";
/** Anywhere */
export const anywhere = (): string =>
  translated<string>("shortcuts", 15) ?? "Anywhere";
/** Post a foto */
export const postFoto = (): string =>
  translated<string>("shortcuts", 16) ?? "Post a foto";
/** Search */
export const search = (): string =>
  translated<string>("shortcuts", 17) ?? "Search";
/** Show these keys */
export const showKeys = (): string =>
  translated<string>("shortcuts", 18) ?? "Show these keys";
/** then */
export const keyJoin = (): string =>
  translated<string>("shortcuts", 19) ?? "then";
/** Larger fotos */
export const largerFotos = (): string =>
  translated<string>("shortcuts", 20) ?? "Larger fotos";
/** Smaller fotos */
export const smallerFotos = (): string =>
  translated<string>("shortcuts", 21) ?? "Smaller fotos";
/** In a chat */
export const chat = (): string =>
  translated<string>("shortcuts", 22) ?? "In a chat";
/** Reply to the message with the focus */
export const replyToMessage = (): string =>
  translated<string>("shortcuts", 23) ?? "Reply to the message with the focus";
/** With a foto open */
export const openFoto = (): string =>
  translated<string>("shortcuts", 24) ?? "With a foto open";
/** React with {name} */
export const reactWith = (p: { name: string | number }): string =>
  translated<string>("shortcuts", 25, p) ?? `React with ${p.name}`;
