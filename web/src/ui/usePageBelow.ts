import { useEffect } from "react";
import { hrefOf, isFirst, push, replace } from "../lib/history";

/**
 * For a popup whose address has it in the parameter `name`. Opened by that address, as a shared link is, it gets the page
 * below it as the entry before, so that a step back closes the popup and does not leave the app.
 */
export function usePageBelow(name: string): void {
  useEffect(() => {
    const { pathname, search, hash } = window.location;
    const below = new URLSearchParams(search);
    if (!isFirst() || !below.has(name)) return;
    below.delete(name);
    replace(hrefOf({ pathname, search: below.size > 0 ? `?${below}` : "", hash }));
    push(hrefOf({ pathname, search, hash }), { isOver: true, hasPageBelow: true });
  }, [name]);
}
