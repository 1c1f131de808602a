import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { blurOf } from "../../../lib/blur";
import * as viewerWords from "../../../locales/viewer";
import { Drawing } from "../../../ui/Icon";
import { Covered } from "../../safety/Covered";
import { areShortcutsOn } from "../../shortcuts/settings";
import { keyOf, REACTION_KEYS } from "../../shortcuts/shortcutMap";
import { FlickVideo } from "../FlickVideo";
import { LargeFoto } from "../LargeFoto";
import { type PlacedPost, placeKeyOf } from "../placedPost";
import { WIDEST_PX } from "../sources";
import styles from "./FotoStage.module.css";
import { FotoSurface } from "./FotoSurface";
import type { SurfaceCalls } from "./surfaceCalls";
import { listenTo } from "./touches";
import { isTaken } from "./useArrowKeys";

const DRAWINGS = {
  larger: "M12 5v14M5 12h14",
  smaller: "M5 12h14",
  edges: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
};

interface StageProps {
  post: PlacedPost;
  before: PlacedPost | undefined;
  after: PlacedPost | undefined;
  /** Where the viewer finds the surface, so that it closes through it. */
  surface: RefObject<FotoSurface | null>;
  /** Whether the first foto grows out of its place on the wall. */
  grows: boolean;
  canTurn: SurfaceCalls["canTurn"];
  onTurn: SurfaceCalls["onTurn"];
  onClose: () => void;
  children: ReactNode;
}

/** A foto that fingers, wheel and keys zoom and move, between its neighbours. `children` lie over it. */
export function FotoStage({
  post,
  before,
  after,
  surface,
  grows,
  canTurn,
  onTurn,
  onClose,
  children,
}: StageProps) {
  const stage = useRef<HTMLDivElement>(null);
  const [enlarged, setEnlarged] = useState("");
  const [full, setFull] = useState("");
  const [isClear, setClear] = useState(false);
  const shown = placeKeyOf(post);
  useSurface(stage, surface, grows, shown, {
    canTurn,
    onTurn,
    onClose,
    onClear: setClear,
    onEnlarge: (pixels) => {
      setEnlarged(shown);
      if (pixels > WIDEST_PX) setFull(shown);
    },
  });
  useZoomKeys(surface);
  const pages = [before, post, after].flatMap((each, index) => (each ? [{ each, side: index - 1 }] : []));
  return (
    <div
      ref={stage}
      className={styles.stage}
      data-shows={post._id}
      data-pixels={post.variants.at(-1)?.width ?? post.width}
    >
      <div className={styles.light} data-fades>
        <div className={styles.glow} style={{ backgroundImage: blurOf(post.thumbhash) }} />
      </div>
      {pages.map(({ each, side }) => (
        <div
          key={placeKeyOf(each)}
          className={styles.page}
          data-page={side}
          aria-hidden={side !== 0 || undefined}
        >
          <Covered of={each} as="stage">
            {each.media && side === 0 ? (
              <FlickVideo flick={each} src={each.media} />
            ) : (
              <LargeFoto
                post={each}
                isEnlarged={enlarged === placeKeyOf(each)}
                isFull={full === placeKeyOf(each)}
              />
            )}
          </Covered>
        </div>
      ))}
      {children}
      {!post.media && <ZoomButtons surface={surface} isClear={isClear} />}
    </div>
  );
}

function ZoomButtons({ surface, isClear }: { surface: RefObject<FotoSurface | null>; isClear: boolean }) {
  return (
    <div className={styles.zoom} data-fades>
      <button type="button" aria-label={viewerWords.zoomOut()} onClick={() => surface.current?.zoomBy(-1)}>
        <Drawing path={DRAWINGS.smaller} />
      </button>
      <button type="button" aria-label={viewerWords.zoomIn()} onClick={() => surface.current?.zoomBy(1)}>
        <Drawing path={DRAWINGS.larger} />
      </button>
      <button
        type="button"
        aria-label={viewerWords.onlyFoto()}
        aria-pressed={isClear}
        onClick={() => surface.current?.toggleClear()}
      >
        <Drawing path={DRAWINGS.edges} />
      </button>
    </div>
  );
}

/** The surface of the stage: it grows out of the wall when it opens, and shows each further foto at rest. */
function useSurface(
  stage: RefObject<HTMLElement | null>,
  surface: RefObject<FotoSurface | null>,
  grows: boolean,
  shown: string,
  { canTurn, onTurn, onClose, onClear, onEnlarge }: SurfaceCalls,
): void {
  const calls = {
    canTurn: useEffectEvent(canTurn),
    onTurn: useEffectEvent(onTurn),
    onClose: useEffectEvent(onClose),
    onClear: useEffectEvent(onClear),
    onEnlarge: useEffectEvent(onEnlarge),
  };
  const start = useEffectEvent((place: HTMLElement) => {
    const made = new FotoSurface(place, calls);
    surface.current = made;
    if (grows) made.grow();
    return made;
  });
  useLayoutEffect(() => {
    if (!stage.current) return;
    const made = start(stage.current);
    const stop = listenTo(stage.current, made);
    return () => {
      stop();
      made.leave();
      surface.current = null;
    };
  }, [stage, surface]);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs for each foto that is shown
  useLayoutEffect(() => {
    if (!isFirst.current) surface.current?.show();
    isFirst.current = false;
  }, [surface, shown]);
}

const PANS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** The reaction's button beside the open foto; null while it is hidden, when the member would not see what the key did. */
function reactionOf(key: string | null): HTMLElement | null {
  const name = key && REACTION_KEYS[key];
  const button = document.querySelector<HTMLElement>(`[role="dialog"] [data-reaction="${name}"]`);
  return button?.checkVisibility({ visibilityProperty: true }) ? button : null;
}

/** Held down, the key stops at the whole foto. */
function smaller(surface: FotoSurface | null, isHeld: boolean): void {
  if (surface?.isZoomed || !isHeld) surface?.zoomBy(-1);
}

/**
 * + and − zoom, and − leaves a whole foto; f hides what is around the foto, the arrow keys move one that is enlarged; a
 * letter reacts.
 */
function useZoomKeys(surface: RefObject<FotoSurface | null>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isTaken(event)) return;
    const key = areShortcutsOn() ? keyOf(event) : null;
    const pan = PANS[event.key];
    const reaction = reactionOf(key);
    if (pan && !surface.current?.panBy(...pan)) return;
    if (!pan && key === "f") surface.current?.toggleClear();
    else if (!pan && (key === "+" || key === "=")) surface.current?.zoomBy(1);
    else if (!pan && key === "-") smaller(surface.current, event.repeat);
    else if (reaction) reaction.click();
    else if (!pan) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, []);
}
