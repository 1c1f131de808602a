import { clipped, lengthOf } from "../../lib/text";
import * as composerWords from "../../locales/composer";
import { TextField } from "../../ui/Field";
import { ALT_TEXT_MAX, CAPTION_MAX } from "../posts/limits";

/** The caption and the alternative text of the foto. */
export function CaptionFields({
  caption,
  altText,
  onChange,
}: {
  caption: string;
  altText: string;
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
        label={composerWords.altText()}
        rows={2}
        value={altText}
        onChange={(event) => onChange({ altText: clipped(event.target.value, ALT_TEXT_MAX) })}
        placeholder={composerWords.altTextHint()}
      />
    </>
  );
}
