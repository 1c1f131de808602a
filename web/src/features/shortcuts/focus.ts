const PATIENCE_MS = 3_000;
const SEARCH = 'main input[type="search"]';
const FOTOS = "main li[aria-posinset] :is(a, button):not([aria-hidden])";

/** The page's own search gets the focus; false where it has none. */
export function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>(SEARCH);
  field?.focus();
  return field !== null;
}

/** The same for a page that is still on its way. */
export function focusSearchSoon(): void {
  const watcher = new MutationObserver(() => focusSearch() && watcher.disconnect());
  watcher.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => watcher.disconnect(), PATIENCE_MS);
}

/** Moves the focus along the wall; without a focus, it begins with the first visible foto. */
export function moveFocus(by: 1 | -1): void {
  const fotos = [...document.querySelectorAll<HTMLElement>(FOTOS)];
  const at = fotos.indexOf(document.activeElement as HTMLElement);
  const next = at >= 0 && isSeen(fotos[at]) ? fotos[at + by] : fotos.find(isSeen);
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest" });
}

function isSeen(foto: HTMLElement | undefined): boolean {
  const box = foto?.getBoundingClientRect();
  return box !== undefined && box.bottom > 0 && box.top < window.innerHeight;
}
