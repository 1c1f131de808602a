import { directionSign } from "../../../lib/direction";
import type { Point, Room } from "./view";

const MOST_PIXELS = 2; // of the screen, for one of the largest rendition
const LEAST_MOST = 3;
const LEAST_STEP = 1.5;
/** What goes while a foto is drawn away. */
const FADING = "[data-fades], [data-fades-inside] > *";

/** Where the stage, its foto and the wall below are on the screen now. */
export class StagePlaces {
  constructor(readonly stage: HTMLElement) {}

  get popup(): HTMLElement | null {
    return this.stage.closest<HTMLElement>('[role="dialog"]');
  }

  /**
   * Shows the wall through everything around the foto, which is there to this part. Only opacities change: a frame paints
   * nothing.
   */
  fade(shown: number): void {
    if (shown < 1) this.setFading(true);
    const opacity = shown < 1 ? String(shown) : "";
    for (const each of [this.backdrop, ...(this.popup?.querySelectorAll<HTMLElement>(FADING) ?? [])])
      if (each && each.style.opacity !== opacity) each.style.opacity = opacity;
  }

  /** The wall below is seen, or no longer: the popup's own ground goes, and comes back. */
  setFading(isFading: boolean): void {
    this.popup?.toggleAttribute("data-fading", isFading);
    this.backdrop?.toggleAttribute("data-fading", isFading);
  }

  private get backdrop(): HTMLElement | null {
    return this.popup?.parentElement?.querySelector("[data-backdrop]") ?? null;
  }

  get pages(): NodeListOf<HTMLElement> {
    return this.stage.querySelectorAll<HTMLElement>("[data-page]");
  }

  get picture(): HTMLElement | null {
    return this.stage.querySelector('[data-page="0"] picture, [data-page="0"] video');
  }

  /** The room of the foto that is shown. */
  get room(): Room {
    return this.roomOf(this.picture);
  }

  roomOf(picture: HTMLElement | null): Room {
    const window = this.popup?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight);
    const { offsetWidth: width = 1, offsetHeight: height = 1 } = picture ?? {};
    const middle = this.fromMiddle({ x: window.x + window.width / 2, y: window.y + window.height / 2 });
    return { foto: { width: width || 1, height: height || 1 }, middle, window };
  }

  /** The room of a neighbour, from the middle of its own page. */
  roomBeside(page: HTMLElement): Room {
    const { middle, ...room } = this.roomOf(page.querySelector("picture"));
    const below = (page.offsetHeight - this.stage.offsetHeight) / 2;
    return { ...room, middle: { x: middle.x, y: middle.y - below } };
  }

  /** The foto's place on the wall below, where it is on the screen. */
  get tile(): DOMRect | null {
    const id = this.stage.dataset.shows;
    const rect = id
      ? document.querySelector(`[data-foto="${CSS.escape(id)}"]`)?.getBoundingClientRect()
      : null;
    return rect && rect.bottom > 0 && rect.top < innerHeight ? rect : null;
  }

  /**
   * How large the foto may be that rests at this scale: each pixel of its largest rendition as large as a few of the
   * screen.
   */
  mostFrom(rest: number): number {
    const { width } = this.room.foto;
    const pixels = Number(this.stage.dataset.pixels) || width;
    return Math.max(LEAST_MOST, (MOST_PIXELS * pixels) / (width * devicePixelRatio), rest * LEAST_STEP);
  }

  /** A point of the screen, from the middle of the stage. */
  fromMiddle({ x, y }: Point): Point {
    const stage = this.stage.getBoundingClientRect();
    return { x: x - stage.x - stage.width / 2, y: y - stage.y - stage.height / 2 };
  }

  placeOf(rect: DOMRect): Point & { width: number } {
    const middle = this.fromMiddle({ x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 });
    return { ...middle, width: rect.width };
  }

  /** The neighbour that a finger shows which has moved so far: 1 is the next in reading direction. */
  stepOf(x: number): 1 | -1 {
    return x * directionSign(this.stage) < 0 ? 1 : -1;
  }
}
