/** The files of fotos that are on their way into conversations, beside the outbox. */
import { deleteValue, deleteValues, getValue, putValue } from "../../../lib/offlineStorage";

const PREFIX = "outbox-foto-";

/** Files that this page has seen, by the message's client id: also those that the browser did not store. */
const held = new Map<string, Blob>();

const isFotoKey = (key: string) => key.startsWith(PREFIX);

/** Keeps a message's file; false where only this page has it. */
export function storeFoto(clientId: string, file: Blob): Promise<boolean> {
  held.set(clientId, file);
  return putValue(PREFIX + clientId, file);
}

/** The browser's copy comes first: the chosen file may have changed on the device since, or be gone. */
export async function fotoOf(clientId: string): Promise<Blob | undefined> {
  const file = (await getValue(PREFIX + clientId)) ?? held.get(clientId);
  return file instanceof Blob ? file : undefined;
}

/** The file for a preview: at once, where it was chosen on this page. */
export const pictureOf = async (clientId: string) => held.get(clientId) ?? fotoOf(clientId);

export function deleteFoto(clientId: string): Promise<void> {
  held.delete(clientId);
  return deleteValue(PREFIX + clientId);
}

/** Deletes files of a page that ended between storing a file and storing its message. */
export const deleteOtherFotos = (clientIds: ReadonlySet<string>) =>
  deleteValues((key) => isFotoKey(key) && !clientIds.has(key.slice(PREFIX.length)));
