import { clipped, lengthOf } from "../../lib/text";
import * as composerWords from "../../locales/composer";
import { TextField } from "../../ui/Field";
import { ALT_TEXT_MAX, CAPTION_MAX } from "../posts/limits";

/** The caption of the post, and the alternative text of the foto that is edited. */
export function CaptionFields({
  caption,
  altText,
  number,
  onChange,
}: {
  caption: string;
  altText: string;
  /** Of the foto that the alternative text is about; null for an only one. */
  number: number | null;
  onChange: (words: { caption?: string; altText?: string }) => void;
}) {
  return (
    <>
      <TextField
        label={composerWords.caption()}
        rows={2}
        value={caption}
        onChange={(event) => onChange({ caption: clipped(event.target.value, CAPTION_MAX) })}
        hint={`${lengthOf(caption)} / ${CAPTION_MAX}`}
      />
      <TextField
        label={number === null ? composerWords.altText() : composerWords.altTextOf({ number })}
        rows={2}
        value={altText}
        onChange={(event) => onChange({ altText: clipped(event.target.value, ALT_TEXT_MAX) })}
        placeholder={composerWords.altTextHint()}
      />
    </>
  );
}
