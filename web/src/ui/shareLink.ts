import * as words from "../locales/viewer";
import { toast } from "./Toast";

/** Hands a link to what the device shares with, or copies it where there is nothing of the kind. */
export async function shareLink(url: string, title: string): Promise<void> {
  const isShared = await navigator.share?.({ url, title }).then(
    () => true,
    (error: unknown) => error instanceof Error && error.name === "AbortError", // the member thought better of it
  );
  if (!isShared) await copyLink(url);
}

export async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast(words.linkCopied());
  } catch {
    toast(words.couldntCopy({ url }), { tone: "danger" });
  }
}
