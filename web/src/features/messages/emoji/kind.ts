import type { EditedType } from "../../../api";

const MOST = 6;
// A picture with its skin and its joints; a flag of two letters, or of more in tags; a key with a figure.
const PICTURE = String.raw`\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\u{FE0F}|[\u{E0020}-\u{E007F}])*`;
const ONE = String.raw`${PICTURE}(?:\u{200D}${PICTURE})*|\p{Regional_Indicator}{2}|[0-9#*]\u{FE0F}?\u{20E3}`;
const ONLY_EMOJI = new RegExp(`^(?:${ONE}){1,${MOST}}$`, "u");

/** Whether these words are a few emoji and nothing else, which are shown large. */
export function kindOf(content: string): EditedType {
  return ONLY_EMOJI.test(content) ? "emoji" : "text";
}
