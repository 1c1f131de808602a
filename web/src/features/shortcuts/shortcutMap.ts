import type { Reaction } from "../../api";
import * as shortcutsWords from "../../locales/shortcuts";
import { paths } from "../../paths";

/** The action of a shortcut: go to a place, or act on the open page. */
export type ShortcutAction = { to: string } | "search" | "next" | "before" | "larger" | "smaller" | "map";

export interface Shortcut {
  /** Pressed one after the other. */
  keys: readonly string[];
  words: () => string;
  /** None for a key that only a part of a page knows, and listens for. */
  action?: ShortcutAction;
}

export interface Section {
  title: () => string;
  keys: readonly Shortcut[];
}

const goTo = (key: string, words: () => string, to: string): Shortcut => ({
  keys: ["g", key],
  words,
  action: { to },
});

/** The first letter of each reaction's name that no other shortcut begins with. A press is one on the reaction. */
export const REACTION_KEYS: Readonly<Record<string, Reaction>> = { c: "ciao", a: "graceful", e: "errro" };

/** Every shortcut of the app, as it is listed for members. Keys of the browser itself (Tab, Enter) are not listed. */
export const SHORTCUTS: readonly Section[] = [
  {
    title: shortcutsWords.goTo,
    keys: [
      goTo("h", shortcutsWords.feed, paths.homeFeed()),
      goTo("f", shortcutsWords.find, paths.find()),
      goTo("i", shortcutsWords.intexted, paths.intexted()),
      goTo("s", shortcutsWords.sphere, paths.sphere()),
      goTo("c", shortcutsWords.cue, paths.cue()),
      goTo("p", shortcutsWords.profile, paths.profile()),
    ],
  },
  {
    title: shortcutsWords.wall,
    keys: [
      { keys: ["j"], words: shortcutsWords.nextFoto, action: "next" },
      { keys: ["k"], words: shortcutsWords.previousFoto, action: "before" },
      { keys: ["+"], words: shortcutsWords.largerFotos, action: "larger" },
      { keys: ["-"], words: shortcutsWords.smallerFotos, action: "smaller" },
    ],
  },
  {
    title: shortcutsWords.openFoto,
    keys: Object.entries(REACTION_KEYS).map(([key, name]) => ({
      keys: [key],
      words: () => shortcutsWords.reactWith({ name }),
    })),
  },
  {
    title: shortcutsWords.chat,
    keys: [{ keys: ["r"], words: shortcutsWords.replyToMessage }],
  },
  {
    title: shortcutsWords.anywhere,
    keys: [
      { keys: ["n"], words: shortcutsWords.postFoto, action: { to: paths.postFotos() } },
      { keys: ["/"], words: shortcutsWords.search, action: "search" },
      { keys: ["?"], words: shortcutsWords.showKeys, action: "map" },
    ],
  },
];

/** Without a second key within this time, the first one is forgotten. */
const PATIENCE_MS = 1_500;
const ALL = SHORTCUTS.flatMap(({ keys }) => keys);

/** Takes keys one by one, with their times in milliseconds; answers the action as soon as a shortcut is complete. */
export function shortcutListener(): (key: string, at: number) => ShortcutAction | null {
  let pressedFirst = "";
  let until = 0;
  return (key, at) => {
    const both = at < until ? `${pressedFirst} ${key}` : key;
    const found = ALL.find(({ keys }) => keys.join(" ") === both);
    const isBegun = ALL.some(({ keys }) => keys.length > 1 && keys[0] === key);
    pressedFirst = !found && isBegun ? key : "";
    until = pressedFirst ? at + PATIENCE_MS : 0;
    return found?.action ?? null;
  };
}

/** The fields of a keyboard event that identify the pressed key. */
type Pressed = Pick<KeyboardEvent, "key" | "code" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey">;

/**
 * Which of our keys this is; null where it is none, because it was pressed with a modifier. On a keyboard of another
 * script the letter counts that is printed in the same place.
 */
export function keyOf({ key, code, altKey, ctrlKey, metaKey, shiftKey }: Pressed): string | null {
  if (altKey || ctrlKey || metaKey) return null;
  const letter = /^[a-z]$/i.test(key) ? key : key > "\x7f" ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  if (letter) return shiftKey ? null : letter.toLowerCase();
  return key.length === 1 ? key : null;
}
