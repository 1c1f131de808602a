/**
 * Where somebody was going when they left this origin to sign in at a provider. The provider brings them back to an
 * address that the server chooses, so that the place itself waits in the tab's own storage.
 */
const KEY = "errand";

export function rememberErrand(place: string | null): void {
  if (place === null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, place);
}

/** The place, once: it leads nobody astray who comes by here later. */
export function takeErrand(): string | null {
  const place = sessionStorage.getItem(KEY);
  rememberErrand(null);
  return place;
}
