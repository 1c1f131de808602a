import { useEffect } from "react";
import { hrefOf, isFirst, navigate } from "../lib/history";

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
    navigate(hrefOf({ pathname, search: below.size > 0 ? `?${below}` : "", hash }), { replace: true });
    navigate(hrefOf({ pathname, search, hash }), { state: { isOver: true, hasPageBelow: true } });
  }, [name]);
}
