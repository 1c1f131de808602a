import { Suspense, useEffect, useEffectEvent, useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../app/paths";
import { fetched } from "../../ui/late";
import { focusSearch, focusSearchSoon, walk } from "./acts";
import { type Deed, keyOf, listening } from "./keys";
import { areKeysOn, showMap, useMapShown } from "./settings";

const KeyMap = fetched(() => import("./KeyMap"));
/** Here keys are letters, or belong to what lies over the page. */
const TAKEN = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]';

/** The keys of the app, on whatever screen one is, and the list of them. */
export function Keys() {
  const navigate = useNavigate();
  const [hear] = useState(listening);
  const act = (deed: Deed) => {
    if (deed === "map") return showMap();
    if (deed === "next" || deed === "before") return walk(deed === "next" ? 1 : -1);
    if (deed !== "search") return void navigate(deed.to);
    if (focusSearch()) return;
    focusSearchSoon();
    void navigate(paths.find());
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = keyOf(event);
    if (key === null || event.defaultPrevented || isTaken(event.target) || !areKeysOn()) return;
    const deed = hear(key, event.timeStamp);
    if (deed === null) return;
    event.preventDefault();
    act(deed);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
  return <Shown />;
}

/** Fetched when somebody asks for it; it stays, so that it can fade. */
function Shown() {
  const isShown = useMapShown();
  const [isWanted, setWanted] = useState(false);
  if (isShown && !isWanted) setWanted(true);
  return <Suspense>{isWanted && <KeyMap open={isShown} onClose={() => showMap(false)} />}</Suspense>;
}

/** Whatever lies over the page has the keys, wherever the focus is. */
function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"]')) return true;
  return target instanceof Element && target.closest(TAKEN) !== null;
}
