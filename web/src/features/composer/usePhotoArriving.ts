import { useEffect, useEffectEvent, useState } from "react";

/** A photograph dropped or pasted anywhere on the page. Answers whether one is being held over it. */
export function usePhotoArriving(onFile: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent((files: FileList | undefined) => {
    const file = files?.[0];
    if (file) onFile(file);
  });
  useEffect(() => {
    const end = new AbortController();
    const listen = <Kind extends "dragover" | "dragleave" | "drop" | "paste">(
      kind: Kind,
      act: (event: DocumentEventMap[Kind]) => void,
    ) => document.addEventListener(kind, act, { signal: end.signal });
    listen("paste", (event) => take(event.clipboardData?.files));
    listen("dragover", (event) => {
      event.preventDefault();
      setOver(true);
    });
    listen("dragleave", (event) => event.relatedTarget === null && setOver(false));
    listen("drop", (event) => {
      event.preventDefault();
      setOver(false);
      take(event.dataTransfer?.files);
    });
    return () => end.abort();
  }, []);
  return isOver;
}
