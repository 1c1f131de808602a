import { Refusal, refusalFrom } from "./refusal";

const READ_MS = 60_000;

/** Hands a file to the browser, as a download. */
export function downloadFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Not at once: the browser begins to read it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), READ_MS);
}

/** A JSON call to this origin that answers a file. Throws a Refusal: the server's words, or `otherwise`. */
export async function postForFile(path: string, body: unknown, otherwise: string): Promise<Blob> {
  const lost = () => {
    throw new Refusal("unreachable", otherwise);
  };
  const headers = { "X-App": "1", "Content-Type": "application/json" };
  const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) }).catch(lost);
  if (response.ok) return response.blob().catch(lost);
  throw refusalFrom(response.status, await response.json().catch(() => null), otherwise);
}
