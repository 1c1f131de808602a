import { directionSign } from "../../../lib/direction";
import { spring } from "../../../lib/spring";
import { SWIPE_PX } from "../../../lib/swipe";
import { StagePlaces } from "./StagePlaces";
import type { SurfaceCalls } from "./surfaceCalls";
import {
  covering,
  elastic,
  filling,
  inPlaceOf,
  limited,
  movedBy,
  type Point,
  stretched,
  type View,
  WHOLE,
  zoomedAt,
} from "./view";

const PX = 1000; // springs move values of about 1
const GAP_PX = 16;
/** A foto that is drawn down or flung past these is put back on the wall. */
const CLOSE_PX = 100;
const CLOSE_PX_PER_S = 600;
const CLOSE_SCALE = 0.75;
/** A finger flings a foto this many seconds further at its last speed. */
const FLING_S = 0.12;
const STEP = 1.5;
const DOUBLE_SCALE = 2;
const LARGER = 1.05;

/** One foto under the fingers: it zooms, is moved, turns to its neighbours and falls back onto the wall. */
export class FotoSurface {
  private view: View = WHOLE;
  /** The scale that two fingers have drawn, without its limits. */
  private pinched: number | undefined;
  /** Where the view comes to rest that moves. */
  private goal: View = WHOLE;
  private turned = 0;
  private isClear = false;
  private isClosing = false;
  /** Fingers hold the foto, which is drawn beyond its limits less far than they went. */
  private isHeld = false;
  private shown = 1;
  private stop: () => void = () => {};
  private finish: (() => void) | undefined;
  private readonly places: StagePlaces;

  constructor(
    private readonly stage: HTMLElement,
    private readonly calls: SurfaceCalls,
  ) {
    this.places = new StagePlaces(stage);
  }

  /** Whether the foto is larger than it is at rest, so that a finger moves it. */
  get isZoomed(): boolean {
    const { scale } = this.isMoving && !this.isHeld ? this.goal : this.view;
    return scale > this.rest.scale * LARGER;
  }

  /** Draws another foto, at rest. */
  show(): void {
    this.halt();
    if (this.isClosing) return;
    this.turned = 0;
    this.view = this.rest;
    this.goal = this.rest;
    this.draw();
    this.stage.removeAttribute("data-moving");
  }

  /** Lets the foto grow out of its place on the wall, where that is on the screen. */
  grow(): void {
    const { tile } = this.places;
    if (!tile) return;
    this.view = inPlaceOf(this.places.placeOf(tile), this.places.room);
    this.draw();
    this.moveTo(this.rest);
  }

  /** Lets the foto fall back into its place on the wall, or away where it has none. */
  close(): void {
    const { tile } = this.places;
    const below = { ...this.view, y: this.view.y + CLOSE_PX };
    const goal = tile ? inPlaceOf(this.places.placeOf(tile), this.places.room) : below;
    this.moveTo(goal, { shown: 0, onRest: this.calls.onClose });
    this.isClosing = true;
  }

  /** Stops what moves. A turn that has begun is completed, and so is the way back onto the wall. */
  halt(): void {
    if (this.isClosing) return;
    this.stop();
    this.stop = () => {};
    const finish = this.finish;
    this.finish = undefined;
    finish?.();
  }

  /** One step back towards the wall: the foto is whole, then not alone, then back in its place. */
  back(): void {
    if (this.isZoomed) this.moveTo(this.rest);
    else if (this.isClear) this.toggleClear();
    else this.close();
  }

  /** Leaves nothing behind that moves. */
  leave(): void {
    this.finish = undefined;
    this.stop();
  }

  // What fingers, wheels and keys do.

  pinch(factor: number, before: Point, now: Point): void {
    const by = { x: now.x - before.x, y: now.y - before.y };
    this.pinched = (this.pinched ?? this.view.scale) * factor;
    const scale = elastic(this.pinched, this.rest.scale, this.places.mostFrom(this.rest.scale));
    this.view = movedBy(zoomedAt(this.view, scale / this.view.scale, this.places.fromMiddle(before)), by);
    this.draw(true);
  }

  pan(by: Point): void {
    this.view = movedBy(this.view, by);
    this.draw(true);
  }

  drawTurn(x: number): void {
    const step = this.places.stepOf(x);
    this.turned = this.calls.canTurn(step) ? x : x / 3;
    this.draw();
  }

  endTurn(velocity: number): void {
    const x = this.turned;
    const step = this.places.stepOf(x);
    const isFlung = Math.abs(velocity) > CLOSE_PX_PER_S && Math.sign(velocity) === Math.sign(x);
    if ((Math.abs(x) > SWIPE_PX || isFlung) && this.calls.canTurn(step)) {
      this.finish = () => this.calls.onTurn(step);
      this.slide(Math.sign(x) * (this.places.room.window.width + GAP_PX), velocity);
    } else this.slide(0, velocity);
  }

  drawDown(by: Point): void {
    const away = Math.max(0, by.y) / this.places.room.window.height;
    this.view = movedBy({ ...this.rest, scale: this.rest.scale * (1 - away / 2) }, by);
    this.fade(1 - 1.6 * away);
    this.draw();
  }

  endDown(velocity: Point): void {
    const down = this.view.y - this.rest.y;
    if (down > CLOSE_PX || velocity.y > CLOSE_PX_PER_S) this.close();
    else this.settle(velocity);
  }

  /** The fingers are off: the foto comes to rest within its limits. */
  settle(velocity: Point = { x: 0, y: 0 }): void {
    const { rest } = this;
    const { room } = this.places;
    if (this.isHeld) this.view = stretched(this.view, room);
    const isSmall = this.view.scale < CLOSE_SCALE * Math.min(1, rest.scale);
    if (isSmall && !this.isClear) this.close();
    else this.moveTo(this.isZoomed ? this.restZoomed(velocity) : rest, { velocity });
  }

  toggleZoom(at: Point): void {
    const scale = Math.min(
      this.places.mostFrom(this.rest.scale),
      Math.max(covering(this.places.room), DOUBLE_SCALE * this.rest.scale),
    );
    if (this.isZoomed) this.moveTo(this.rest);
    else this.zoomTo(scale, this.places.fromMiddle(at));
  }

  /** One step larger or smaller. A foto that is whole goes one step back towards the wall. */
  zoomBy(step: 1 | -1): void {
    const scale = Math.min(this.places.mostFrom(this.rest.scale), this.goal.scale * STEP ** step);
    if (step < 0 && !this.isZoomed) this.back();
    else if (scale < this.rest.scale * LARGER) this.moveTo(this.rest);
    else this.zoomTo(scale, this.places.room.middle);
  }

  /** Moves an enlarged foto by a part of the window. Answers whether it is enlarged. */
  panBy(x: number, y: number): boolean {
    if (!this.isZoomed) return false;
    const { window } = this.places.room;
    const by = { x: (x * window.width) / 4, y: (y * window.height) / 4 };
    this.moveTo(limited(movedBy(this.goal, by), this.places.room));
    return true;
  }

  /** Hides everything but the foto, or shows it again. */
  toggleClear(): void {
    const before = this.places.picture?.getBoundingClientRect();
    this.isClear = !this.isClear;
    this.places.popup?.toggleAttribute("data-clear", this.isClear);
    this.calls.onClear(this.isClear);
    if (before) this.view = inPlaceOf(this.places.placeOf(before), this.places.room);
    this.draw();
    this.moveTo(this.rest);
  }

  // The inside.

  /** Where an enlarged foto comes to rest that was let go with this speed. */
  private restZoomed(velocity: Point): View {
    const { view } = this;
    const { room } = this.places;
    const less = zoomedAt(view, Math.min(1, this.places.mostFrom(this.rest.scale) / view.scale), room.middle);
    return limited(movedBy(less, { x: velocity.x * FLING_S, y: velocity.y * FLING_S }), room);
  }

  private get isMoving(): boolean {
    return this.stage.hasAttribute("data-moving");
  }

  private zoomTo(scale: number, at: Point): void {
    const from = this.isMoving ? this.goal : this.view;
    this.moveTo(limited(zoomedAt(from, scale / from.scale, at), this.places.room));
  }

  private slide(to: number, velocity: number): void {
    this.stage.toggleAttribute("data-moving", true);
    this.stop = spring([this.turned / PX], [to / PX], {
      velocity: [velocity / PX],
      onMove: ([x = 0]) => {
        this.turned = x * PX;
        this.draw();
      },
      onRest: () => {
        this.stage.removeAttribute("data-moving");
        this.halt();
      },
    });
  }

  private moveTo(goal: View, { velocity = { x: 0, y: 0 }, shown = 1, onRest }: Arrival = {}): void {
    if (this.isClosing) return;
    this.stop();
    this.goal = goal;
    this.pinched = undefined;
    this.stage.toggleAttribute("data-moving", true);
    const values = ({ scale, x, y }: View) => [scale, x / PX, y / PX];
    this.stop = spring([...values(this.view), this.shown], [...values(goal), shown], {
      velocity: [0, velocity.x / PX, velocity.y / PX],
      onMove: ([scale = 1, x = 0, y = 0, visible = 1]) => {
        this.view = { scale, x: x * PX, y: y * PX };
        this.fade(visible);
        this.draw();
      },
      onRest: () => {
        this.stage.removeAttribute("data-moving");
        if (!this.isClosing) this.places.setFading(false);
        // Only at rest: a larger rendition that is decoded meanwhile makes a foto stumble under the fingers.
        if (this.isZoomed)
          this.calls.onEnlarge(this.places.room.foto.width * this.view.scale * devicePixelRatio);
        onRest?.();
      },
    });
  }

  private fade(shown: number): void {
    this.shown = Math.max(0, shown);
    this.places.fade(this.shown);
  }

  private draw(isHeld = false): void {
    this.isHeld = isHeld;
    const view = isHeld ? stretched(this.view, this.places.room) : this.view;
    const width = this.places.room.window.width + GAP_PX;
    const way = directionSign(this.stage);
    for (const page of this.places.pages) {
      const side = Number(page.dataset.page);
      const { scale, x, y } = side ? this.restOf(page) : view;
      const across = x + way * side * width + this.turned;
      page.style.transform =
        across || y || scale !== 1 ? `translate(${across}px, ${y}px) scale(${scale})` : "";
    }
    this.stage.toggleAttribute("data-moving", true);
    this.places.popup?.toggleAttribute("data-zoomed", this.isZoomed);
  }

  private get rest(): View {
    return this.isClear ? filling(this.places.room) : WHOLE;
  }

  private restOf(page: HTMLElement): View {
    return this.isClear ? filling(this.places.roomBeside(page)) : WHOLE;
  }
}

interface Arrival {
  velocity?: Point;
  /** To which part what is around the foto is there in the end. */
  shown?: number;
  onRest?: () => void;
}
