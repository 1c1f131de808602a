import { paths } from "../../app/paths";

/** What a key does: leads to a place, or acts on the page that is open. */
export type Deed = { to: string } | "search" | "next" | "before" | "map";

export interface Key {
  /** Pressed one after the other. */
  keys: readonly string[];
  words: string;
  deed: Deed;
}

const place = (key: string, words: string, to: string): Key => ({ keys: ["g", key], words, deed: { to } });

/** Every key of the app, as it is listed for members. What the browser gives to all pages (Tab, Enter) is not here. */
export const KEY_MAP: readonly { title: string; keys: readonly Key[] }[] = [
  {
    title: "Go to",
    keys: [
      place("h", "Your feed", paths.homeFeed()),
      place("f", "Find", paths.find()),
      place("i", "Intexted", paths.intexted()),
      place("s", "The sphere", paths.sphere()),
      place("c", "Your cue", paths.cue()),
      place("p", "Your profile", paths.profile()),
    ],
  },
  {
    title: "On a wall",
    keys: [
      { keys: ["j"], words: "The next foto", deed: "next" },
      { keys: ["k"], words: "The foto before", deed: "before" },
    ],
  },
  {
    title: "Anywhere",
    keys: [
      { keys: ["n"], words: "Post a new foto", deed: { to: paths.postFotos() } },
      { keys: ["/"], words: "Search", deed: "search" },
      { keys: ["?"], words: "Show these keys", deed: "map" },
    ],
  },
];

/** After this long without the second key, the first one is forgotten. */
const PATIENCE_MS = 1_500;
const ALL = KEY_MAP.flatMap(({ keys }) => keys);

/** Hears keys one by one, at these times in milliseconds; answers what they mean as soon as they mean something. */
export function listening(): (key: string, at: number) => Deed | null {
  let heard = "";
  let until = 0;
  return (key, at) => {
    const both = at < until ? `${heard} ${key}` : key;
    const found = ALL.find(({ keys }) => keys.join(" ") === both);
    const isBegun = ALL.some(({ keys }) => keys.length > 1 && keys[0] === key);
    heard = !found && isBegun ? key : "";
    until = heard ? at + PATIENCE_MS : 0;
    return found?.deed ?? null;
  };
}

/** The part of a key's event that says what was pressed. */
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
