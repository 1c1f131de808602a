import { Suspense, useEffect, useEffectEvent, useState } from "react";
import { navigate } from "../../lib/history";
import { zoomWall } from "../../lib/zoomWall";
import { paths } from "../../paths";
import { lazyWithRetry } from "../../ui/lazyWithRetry";
import { focusSearch, focusSearchSoon, moveFocus } from "./focus";
import { areShortcutsOn, showShortcutList, useShortcutListShown } from "./settings";
import { keyOf, type ShortcutAction, shortcutListener } from "./shortcutMap";

const ShortcutList = lazyWithRetry(() => import("./ShortcutList"));
/** In these elements keys are letters, or belong to an overlay. */
const TAKEN = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]';

/** The app's keyboard shortcuts, on every screen, and their list. */
export function Shortcuts() {
  const [hear] = useState(shortcutListener);
  const act = (action: ShortcutAction) => {
    if (action === "map") return showShortcutList();
    if (action === "next" || action === "before") return moveFocus(action === "next" ? 1 : -1);
    if (action === "larger" || action === "smaller") return void zoomWall(action === "larger" ? 1 : -1);
    if (action !== "search") return navigate(action.to);
    if (focusSearch()) return;
    focusSearchSoon();
    navigate(paths.find());
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = keyOf(event);
    if (key === null || event.defaultPrevented || isTaken(event.target) || !areShortcutsOn()) return;
    const action = hear(key, event.timeStamp);
    if (action === null) return;
    event.preventDefault();
    act(action);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
  return <ListWhenAsked />;
}

/** Fetched when it is first shown; it stays mounted, so that it can fade. */
function ListWhenAsked() {
  const isShown = useShortcutListShown();
  const [isWanted, setWanted] = useState(false);
  if (isShown && !isWanted) setWanted(true);
  return (
    <Suspense>{isWanted && <ShortcutList open={isShown} onClose={() => showShortcutList(false)} />}</Suspense>
  );
}

/** What lies over the page has the keys, wherever the focus is; a pane beside it does not. */
function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"]:not([data-pane])')) return true;
  return target instanceof Element && target.closest(TAKEN) !== null;
}
