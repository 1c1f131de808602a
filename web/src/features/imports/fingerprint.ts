const EDGE_BYTES = 64 * 1024;
const ZIP = [0x50, 0x4b, 0x03, 0x04];

/** Whether a file begins as a ZIP does. The server looks as well. */
export async function looksLikeZip(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, ZIP.length).arrayBuffer());
  return ZIP.every((byte, at) => head[at] === byte);
}

/**
 * By which a file that a member chooses again is recognised: a hash of its size, its first and its last bytes. The list
 * of its contents, with their checksums, is at the end of a ZIP. Empty where the browser has no hashes.
 */
export async function fingerprintOf(file: Blob): Promise<string> {
  if (!globalThis.crypto?.subtle) return "";
  const edges = new Blob([`${file.size}:`, file.slice(0, EDGE_BYTES), file.slice(-EDGE_BYTES)]);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", await edges.arrayBuffer()));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
