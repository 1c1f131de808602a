import { session } from "./storage";

/**
 * Where a visitor was going before a login at a provider. The provider returns to an address that the server chooses,
 * so the place itself waits in the tab's storage.
 */
const KEY = "errand";

export function rememberReturnTo(place: string | null): void {
  if (place === null) session.remove(KEY);
  else session.set(KEY, place);
}

/** Reads the place and deletes it, so that it leads no later visitor astray. */
export function takeReturnTo(): string | null {
  const place = session.get(KEY);
  rememberReturnTo(null);
  return place;
}
