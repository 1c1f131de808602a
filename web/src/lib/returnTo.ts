import { session } from "./storage";

/**
 * Where somebody was going when they left this origin to sign in at a provider. The provider brings them back to an
 * address that the server chooses, so that the place itself waits in the tab's own storage.
 */
const KEY = "errand";

export function rememberReturnTo(place: string | null): void {
  if (place === null) session.remove(KEY);
  else session.set(KEY, place);
}

/** The place, once: it leads nobody astray who comes by here later. */
export function takeReturnTo(): string | null {
  const place = session.get(KEY);
  rememberReturnTo(null);
  return place;
}
