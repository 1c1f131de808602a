import * as uploadWords from "../../locales/upload";

/** Why a file was refused. For a file that is no photograph, a second line names the accepted formats. */
export function FileRefusal({ words }: { words: string }) {
  if (!words.endsWith(uploadWords.notImage())) return words;
  return (
    <>
      <span>{words}</span>
      <br />
      <span>{uploadWords.acceptedFiles()}</span>
    </>
  );
}
