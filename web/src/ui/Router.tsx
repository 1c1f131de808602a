import { startTransition, useEffect, useLayoutEffect, useState } from "react";
import { matchRoutes, type Navigator, type RouteObject, Router as Routing, useRoutes } from "react-router";
import {
  type AppLocation,
  askBeforeLeaving,
  currentLocation,
  go,
  hrefOf,
  onStep,
  push,
  replace,
  type Step,
} from "../lib/history";
import { restoreScrollPosition, saveScrollPosition } from "../lib/scroll";

const navigator: Navigator = { createHref: hrefOf, push, replace, go };

/**
 * Shows the screen of the address. The previous screen stays until the next screen's code has loaded. We use the
 * router's declarative half alone: the other, with its loaders and fetchers, would weigh 20 kB and none of it is used
 * here.
 */
export function Router({ routes }: { routes: RouteObject[] }) {
  const [step, setStep] = useState<Step>(() => ({ place: currentLocation(), kind: "POP" }));
  useLayoutEffect(
    () =>
      onStep((next) => {
        saveScrollPosition(step.place.key);
        void fetchCode(routes, next.place);
        startTransition(() => setStep(next));
      }),
    [routes, step.place.key],
  );
  return (
    <Routing location={step.place} navigator={navigator}>
      <Screens routes={routes} />
      <Scroll step={step} />
    </Routing>
  );
}

function Screens({ routes }: { routes: RouteObject[] }) {
  return useRoutes(routes);
}

/**
 * A new screen begins at its top; going back restores the scroll position; an overlay does not move the page below
 * it.
 */
function Scroll({ step }: { step: Step }) {
  useLayoutEffect(() => {
    const isOver = Boolean((step.place.state as { isOver?: boolean } | null)?.isOver);
    if (isOver && step.kind !== "POP") return;
    return restoreScrollPosition(step.kind === "POP" ? step.place.key : null);
  }, [step]);
  useEffect(() => {
    const leaving = () => saveScrollPosition(step.place.key);
    window.addEventListener("pagehide", leaving);
    return () => window.removeEventListener("pagehide", leaving);
  }, [step]);
  return null;
}

/** Fetches all parts of a screen in parallel: otherwise each would be found only when the one around it is rendered. */
export function fetchCode(routes: RouteObject[], place: AppLocation = currentLocation()): Promise<unknown> {
  return Promise.allSettled((matchRoutes(routes, place) ?? []).map(({ route }) => route.handle?.fetch?.()));
}

interface LeaveQuestion {
  leave: () => void;
  stay: () => void;
}

/** While `active`, every step away is held and handed out as a question; null while there is nothing to ask. */
export function useLeaveQuestion(active: boolean): LeaveQuestion | null {
  const [held, setHeld] = useState<{ leave: () => void } | null>(null);
  useEffect(() => {
    if (!active) return;
    return askBeforeLeaving((leave) => setHeld({ leave }));
  }, [active]);
  if (!active || !held) return null;
  const answer = (act: () => void) => () => {
    setHeld(null);
    act();
  };
  return { leave: answer(held.leave), stay: answer(() => {}) };
}
