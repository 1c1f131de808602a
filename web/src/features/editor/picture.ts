import { useEffect, useState } from "react";
import { ownCode } from "../../lib/ownCode";
import type { Size } from "./crop";
import drawing from "./drawing.worker.ts?worker&url";

// Into the browser's cache before it is needed: the connection may be lost while a photograph is chosen.
void fetch(drawing).catch(() => undefined);

/**
 * A photograph to draw with: small enough that a phone draws it in no time, with the size (pixels) of the whole one.
 * Upright, as its camera held it.
 */
export interface Picture extends Size {
  bitmap: ImageBitmap;
}

export type Drawable = Picture | "coming" | "undrawable";

/** Decodes the photograph. Rejects where this browser cannot draw the file, as most cannot draw HEIC. */
function pictureOf(photo: Blob): Promise<Picture> {
  const drawer = new Worker(ownCode(drawing), { type: "module" });
  return new Promise<Picture>((resolve, reject) => {
    const refuse = () => reject(new Error("this browser cannot draw the file"));
    drawer.onmessage = ({ data: picture }: MessageEvent<Picture | null>) =>
      picture ? resolve(picture) : refuse();
    drawer.onerror = refuse;
    drawer.postMessage(photo);
  }).finally(() => drawer.terminate());
}

/** The picture of the file, or of the file at an address; where this browser cannot draw it, that of the server's version. */
export function usePicture(source: File | string | null, otherwise: string | null): Drawable {
  const own = useDrawn(source);
  const isLost = source !== null && own === "undrawable";
  const made = useDrawn(isLost ? otherwise : null);
  if (!isLost) return own;
  return otherwise ? made : "undrawable";
}

/** The picture of a file, or of the file at an address. */
export function useDrawn(source: File | string | null): Drawable {
  const [found, setFound] = useState<{ source: File | string; picture: Drawable } | null>(null);
  useEffect(() => {
    if (source === null) return;
    let isWanted = true;
    let made: ImageBitmap | undefined;
    const tell = (picture: Drawable) => {
      if (typeof picture !== "string") made = picture.bitmap;
      if (isWanted) setFound({ source, picture });
      else made?.close();
    };
    (typeof source === "string" ? fetched(source) : Promise.resolve(source))
      .then(pictureOf)
      .then(tell, () => tell("undrawable"));
    return () => {
      isWanted = false;
      made?.close();
    };
  }, [source]);
  return found && found.source === source ? found.picture : "coming";
}

async function fetched(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.blob();
}
