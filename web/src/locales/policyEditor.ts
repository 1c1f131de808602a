// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { formatNumber, translated } from "../lib/language";

/** Document */
export const kind = (): string =>
  translated<string>("policyEditor", 0) ?? "Document";
/** Text in Markdown */
export const text = (): string =>
  translated<string>("policyEditor", 1) ?? "Text in Markdown";
/** WRITE */
export const write = (): string =>
  translated<string>("policyEditor", 2) ?? "WRITE";
/** PREVIEW */
export const preview = (): string =>
  translated<string>("policyEditor", 3) ?? "PREVIEW";
/** Write or preview */
export const editing = (): string =>
  translated<string>("policyEditor", 4) ?? "Write or preview";
/** Start from the template */
export const template = (): string =>
  translated<string>("policyEditor", 5) ?? "Start from the template";
/** Replace your text? */
export const replaceTitle = (): string =>
  translated<string>("policyEditor", 6) ?? "Replace your text?";
/** The template replaces what you wrote here. */
export const replaceHint = (): string =>
  translated<string>("policyEditor", 7) ?? "The template replaces what you wrote here.";
/** Replace */
export const replace = (): string =>
  translated<string>("policyEditor", 8) ?? "Replace";
/** Couldn't load the template. Try again. */
export const couldntLoadTemplate = (): string =>
  translated<string>("policyEditor", 9) ?? "Couldn't load the template. Try again.";
/** Ask members to accept it */
export const ask = (): string =>
  translated<string>("policyEditor", 10) ?? "Ask members to accept it";
/** Until they accept, members can't post, comment or write messages. */
export const askHint = (): string =>
  translated<string>("policyEditor", 11) ?? "Until they accept, members can't post, comment or write messages.";
/** Publish */
export const publish = (): string =>
  translated<string>("policyEditor", 12) ?? "Publish";
/** Publish {document}, version {version}? */
export const publishTitle = (p: { document: string | number; version: string | number }): string =>
  translated<string>("policyEditor", 13, p) ?? `Publish ${p.document}, version ${p.version}?`;
/** Everyone can read it at once. A published version stays in the list and can't be changed. */
export const publishHint = (): string =>
  translated<string>("policyEditor", 14) ?? "Everyone can read it at once. A published version stays in the list and can't be changed.";
/** Published. */
export const published = (): string =>
  translated<string>("policyEditor", 15) ?? "Published.";
/** Couldn't publish. Try again. */
export const couldntPublish = (): string =>
  translated<string>("policyEditor", 16) ?? "Couldn't publish. Try again.";
/** Versions */
export const versions = (): string =>
  translated<string>("policyEditor", 17) ?? "Versions";
/** Nothing published yet */
export const noVersions = (): string =>
  translated<string>("policyEditor", 18) ?? "Nothing published yet";
/** Members see the built-in text until you publish one. */
export const noVersionsHint = (): string =>
  translated<string>("policyEditor", 19) ?? "Members see the built-in text until you publish one.";
/** Members see nothing here until you publish it. */
export const noVersionsAbout = (): string =>
  translated<string>("policyEditor", 20) ?? "Members see nothing here until you publish it.";
/** Version {version} */
export const version = (p: { version: string | number }): string =>
  translated<string>("policyEditor", 21, p) ?? `Version ${p.version}`;
/** by @{username} */
export const by = (p: { username: string | number }): string =>
  translated<string>("policyEditor", 22, p) ?? `by @${p.username}`;
/** from the command line */
export const byOperator = (): string =>
  translated<string>("policyEditor", 23) ?? "from the command line";
/** to accept */
export const toAccept = (): string =>
  translated<string>("policyEditor", 24) ?? "to accept";
/** {count, plural, one {accepted by # member} other {accepted by # members}} */
export const accepted = (p: { count: number }): string =>
  translated<string>("policyEditor", 25, p) ?? (p.count === 1 ? `accepted by ${formatNumber(p.count)} member` : `accepted by ${formatNumber(p.count)} members`);
/** Show version {version} */
export const show = (p: { version: string | number }): string =>
  translated<string>("policyEditor", 26, p) ?? `Show version ${p.version}`;
/** Close */
export const close = (): string =>
  translated<string>("policyEditor", 27) ?? "Close";
/** Edit this text */
export const edit = (): string =>
  translated<string>("policyEditor", 28) ?? "Edit this text";
/** Couldn't load the document. */
export const couldntLoad = (): string =>
  translated<string>("policyEditor", 29) ?? "Couldn't load the document.";
/** Couldn't show the preview. */
export const couldntPreview = (): string =>
  translated<string>("policyEditor", 30) ?? "Couldn't show the preview.";
/** Nothing to preview yet. */
export const empty = (): string =>
  translated<string>("policyEditor", 31) ?? "Nothing to preview yet.";
