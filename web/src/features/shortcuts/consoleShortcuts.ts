import * as words from "../../locales/consoleShortcuts";
import type { Section } from "./shortcutMap";

/** The keys of the moderation console, by what they do with the open case. */
export const CONSOLE_KEYS = {
  a: "allow",
  d: "dismiss",
  w: "warn",
  x: "remove",
  u: "unlist",
  t: "restrict",
  s: "suspend",
  b: "ban",
  o: "openMessages",
  m: "writeNote",
} as const;

/** What keys do with a request to join that has the focus; `a` approves it, as it allows a photo. */
const JOINING_KEYS = { r: words.refuse };

type Name = (typeof CONSOLE_KEYS)[keyof typeof CONSOLE_KEYS];

const KEY_WORDS: Record<Name, () => string> = {
  allow: words.allow,
  dismiss: words.dismiss,
  warn: words.warn,
  remove: words.remove,
  unlist: words.unlist,
  restrict: words.restrict,
  suspend: words.suspend,
  ban: words.ban,
  openMessages: words.openMessages,
  writeNote: words.writeNote,
};

/** Listed for moderators. The console listens for these keys itself, and none of the fotos and chats of other keys is there. */
export const CONSOLE_SHORTCUTS: Section = {
  title: words.title,
  keys: [
    { keys: ["j"], words: words.nextCase },
    { keys: ["k"], words: words.previousCase },
    ...Object.entries(CONSOLE_KEYS).map(([key, name]) => ({ keys: [key], words: KEY_WORDS[name] })),
    ...Object.entries(JOINING_KEYS).map(([key, keyWords]) => ({ keys: [key], words: keyWords })),
  ],
};
