import { navigate } from "../lib/history";
import { useLocation } from "./Router";

/** The chosen one of these tabs, the first if none is. It is in the address, so that back and a reload lead to it. */
export function useTab<Name extends string>(names: readonly [Name, ...Name[]]): [Name, (name: Name) => void] {
  const { pathname, search, state } = useLocation();
  const asked = new URLSearchParams(search).get("tab");
  const choose = (name: Name) =>
    navigate(name === names[0] ? pathname : `${pathname}?tab=${name}`, {
      replace: true,
      state: { ...(state as object | null), isOver: true },
    });
  return [names.find((name) => name === asked) ?? names[0], choose];
}
