/**
 * Keeps one title in the page: React adds that of a screen and leaves the one of index.html, which is there again where a
 * screen has none yet. To be called before React draws anything, because React removes its own titles itself.
 */
export function keepOneTitle(): void {
  const { head } = document;
  const first = head.querySelector("title");
  if (!first) return;
  const check = () => {
    const isAlone = [...head.querySelectorAll("title")].every((title) => title === first);
    if (!isAlone) first.remove();
    else if (!first.isConnected) head.append(first);
  };
  new MutationObserver(check).observe(head, { childList: true });
  check();
}
