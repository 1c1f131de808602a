import { useEffect, useEffectEvent, useState } from "react";

/** The text fields of the form. Spreadsheets put a picture beside the copied words, too. */
const WRITING = "textarea";

const hasFiles = (brought: DataTransfer | null) => brought?.types.includes("Files") === true;

function isForTheWords({ target, clipboardData }: ClipboardEvent): boolean {
  const isWriting = target instanceof Element && target.matches(WRITING);
  return isWriting && clipboardData?.types.includes("text/plain") === true;
}

/**
 * Takes photographs that are dropped or pasted anywhere on the page. Answers whether a file is being dragged over the
 * page. Text is left to the fields.
 */
export function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent((files: FileList | undefined) => {
    if (files?.length) onFiles([...files]);
  });
  useEffect(() => {
    const end = new AbortController();
    const listen = <Kind extends "dragover" | "dragleave" | "drop" | "paste">(
      kind: Kind,
      act: (event: DocumentEventMap[Kind]) => void,
    ) => document.addEventListener(kind, act, { signal: end.signal });
    listen("paste", (event) => isForTheWords(event) || take(event.clipboardData?.files));
    listen("dragover", (event) => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      setOver(true);
    });
    listen("dragleave", (event) => event.relatedTarget === null && setOver(false));
    listen("drop", (event) => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      setOver(false);
      take(event.dataTransfer?.files);
    });
    return () => end.abort();
  }, []);
  return isOver;
}
