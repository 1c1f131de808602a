import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { crossFade } from "../lib/crossFade";
import {
  type AppLocation,
  askBeforeLeaving,
  currentLocation,
  type NavigateOptions,
  navigate,
  onStep,
  type Step,
} from "../lib/history";
import { matchRoutes, type RouteMatch, type RoutePattern } from "../lib/matchRoutes";
import { restoreScrollPosition, saveScrollPosition } from "../lib/scroll";

/** What is shown at a path. An element with routes inside it draws the matched one as `<Outlet />`. */
export interface Route extends RoutePattern<Route> {
  element?: ReactNode;
  /** Fetches the code of the element. */
  fetch?: () => Promise<unknown>;
}

interface Routing {
  location: AppLocation;
  params: RouteMatch<Route>["params"];
}

const RoutingContext = createContext<Routing | null>(null);
/** The matched routes that are not drawn yet. */
const RestContext = createContext<readonly Route[]>([]);

/**
 * Shows the screen of the address. The previous screen stays until the next screen's code has loaded, and fades into it.
 */
export function Router({ routes }: { routes: readonly Route[] }) {
  const [step, setStep] = useState<Step>(() => ({ place: currentLocation(), kind: "POP" }));
  const latest = useRef(step);
  const drawn = useRef<() => void>(undefined);
  useLayoutEffect(() => {
    drawn.current?.();
    return onStep((next) => {
      saveScrollPosition(step.place.key);
      latest.current = next;
      const code = fetchCode(routes, next.place);
      const draw = () => startTransition(() => setStep(next));
      const isScreen = next.place.pathname !== step.place.pathname;
      if (!isScreen || next.kind === "REPLACE" || next.isAnimated) return draw();
      const fade = () =>
        new Promise<void>((resolve) => {
          // A later step is on the page by now.
          if (latest.current !== next) return resolve();
          drawn.current = resolve;
          draw();
        });
      void code.then(() => latest.current === next && crossFade(fade));
    });
  }, [routes, step]);
  const { chain = [], params = {} } = matchRoutes(routes, step.place.pathname) ?? {};
  return (
    <RoutingContext value={{ location: step.place, params }}>
      <RestContext value={chain}>
        <Outlet />
      </RestContext>
      <Scroll step={step} />
    </RoutingContext>
  );
}

/** The place of the matched route inside the element of the route around it. */
export function Outlet() {
  const [route, ...rest] = useContext(RestContext);
  if (!route) return null;
  return <RestContext value={rest}>{route.element ?? <Outlet />}</RestContext>;
}

function useRouting(): Routing {
  const routing = useContext(RoutingContext);
  if (!routing) throw new Error("The router is not around this element.");
  return routing;
}

/** The location of the screen that is drawn: the browser's is ahead of it while code loads. */
export const useLocation = () => useRouting().location;

/** The segments that the route's pattern names, decoded. */
export const useParams = () => useRouting().params;

/** Goes elsewhere as soon as it is drawn. */
export function Navigate({ to, replace, state }: { to: string } & NavigateOptions) {
  useEffect(() => {
    navigate(to, { replace, state });
  }, [to, replace, state]);
  return null;
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
export function fetchCode(
  routes: readonly Route[],
  place: AppLocation = currentLocation(),
): Promise<unknown> {
  const { chain = [] } = matchRoutes(routes, place.pathname) ?? {};
  return Promise.allSettled(chain.map((route) => route.fetch?.()));
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
