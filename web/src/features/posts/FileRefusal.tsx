import { ACCEPTED_FILES, NO_PHOTO } from "./upload";

/** Why a file was refused. For a file that is no photograph, a second line names the accepted formats. */
export function FileRefusal({ words }: { words: string }) {
  if (!words.endsWith(NO_PHOTO)) return words;
  return (
    <>
      <span>{words}</span>
      <br />
      <span>{ACCEPTED_FILES}</span>
    </>
  );
}
