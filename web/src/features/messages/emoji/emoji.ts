/** The emoji to choose from, by category. The list is large, so that only the open picker loads it. */

import { getNote, putNote } from "../../../lib/offlineStorage";
import * as emojiWords from "../../../locales/emoji";
import listed from "./emoji.txt?raw";

export interface Emoji {
  emoji: string;
  name: string;
  /** Everything it is found by, in small letters. */
  words: string;
}

export const CATEGORIES = [
  { name: "suggested", words: emojiWords.suggested, sign: "🕘" },
  { name: "custom", words: emojiWords.custom, sign: "〰️" },
  { name: "smileys_people", words: emojiWords.smileys, sign: "😀" },
  { name: "animals_nature", words: emojiWords.animals, sign: "🌿" },
  { name: "food_drink", words: emojiWords.food, sign: "☕" },
  { name: "travel_places", words: emojiWords.travel, sign: "🧭" },
  { name: "activities", words: emojiWords.activities, sign: "🎉" },
  { name: "objects", words: emojiWords.objects, sign: "📷" },
  { name: "symbols", words: emojiWords.symbols, sign: "❤️" },
  { name: "flags", words: emojiWords.flags, sign: "🏳️" },
] as const;

export type Category = (typeof CATEGORIES)[number]["name"];

/** Made of letters: they need neither fonts nor pictures. */
const CUSTOM = [
  "(〜￣▽￣)〜 in flow, dance",
  "～(˘▾˘～) drifting, wave",
  "(づ｡◕‿‿◕｡)づ hug, love",
  "¯\\_(ツ)_/¯ shrug, whatever",
  "ʕ•ᴥ•ʔ bear, hello",
  "(¬‿¬) knowing look, smirk",
  "(╯°□°)╯︵┻━┻ table flip, angry",
  "┬─┬ノ(º_ºノ) table put back, calm",
  "(ง'̀-'́)ง ready, fight",
  "(⌐■_■) cool, sunglasses",
  "(T_T) crying, sad",
  "\\(^o^)/ hurray, joy",
];

const FIRST_SUGGESTED = ["😂", "❤️", "🔥", "😍", "👍", "🙏", "✨", "🎉", "👀", "🥹", "😅", "📷"];
const MOST_SUGGESTED = 24;
const USED = "emoji-used";

const parsed = new Map<string, Emoji[]>([["custom", CUSTOM.map(emojiOf)]]);
for (const part of listed.trim().split(/^# /m).filter(Boolean)) {
  const [name = "", ...lines] = part.trim().split("\n");
  parsed.set(name, lines.map(emojiOf));
}
const all = [...parsed.values()].flat();
/** Some write the mark 'as a picture' after an emoji, some do not. */
const bare = (emoji: string) => emoji.replaceAll("\u{FE0F}", "");
const byEmoji = new Map(all.map((one) => [bare(one.emoji), one]));

function emojiOf(line: string): Emoji {
  const space = line.indexOf(" ");
  const words = line.slice(space + 1);
  return { emoji: line.slice(0, space), name: words.split(",")[0] ?? "", words: words.toLowerCase() };
}

/** The emoji of a category; the suggested ones are the member's last, followed by popular ones. */
export function emojiOfCategory(category: Category): Emoji[] {
  if (category !== "suggested") return parsed.get(category) ?? [];
  const chosen = new Set([...used(), ...FIRST_SUGGESTED].map(bare));
  return [...chosen].flatMap((emoji) => byEmoji.get(emoji) ?? []).slice(0, MOST_SUGGESTED);
}

/** Those that all the words typed lead to, the ones whose names begin so first. */
export function emojiFor(typed: string): Emoji[] {
  const asked = typed.trim().toLowerCase();
  const found = all.filter(({ words }) => asked.split(/\s+/).every((word) => words.includes(word)));
  const begins = (one: Emoji) => Number(one.name.startsWith(asked));
  return found.sort((one, two) => begins(two) - begins(one));
}

export function rememberEmoji(emoji: string): void {
  putNote(USED, [...new Set([emoji, ...used()])].slice(0, MOST_SUGGESTED));
}

function used(): string[] {
  const kept = getNote(USED);
  return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
}
