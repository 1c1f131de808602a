/** The browsers of these tests: Firefox ESR and WebKitGTK, as Debian installs them. */
export type Engine = "firefox" | "webkit";

export interface Point {
  x: number;
  y: number;
}

/** The keys that have no character. */
export type Key = "Enter" | "Escape" | "Tab" | "ArrowLeft" | "ArrowRight";

/** One window of a browser, with cookies and storage of its own. Points are CSS pixels from its upper left corner. */
export interface Window {
  visits(url: string): Promise<void>;
  /** Runs a function in the page. It sees its arguments and the page, nothing around it. */
  runs<Given extends unknown[], Value>(
    action: (...given: Given) => Value,
    ...given: Given
  ): Promise<Awaited<Value>>;
  clicks(at: Point): Promise<void>;
  drags(from: Point, to: Point): Promise<void>;
  types(words: string): Promise<void>;
  presses(key: Key): Promise<void>;
  /** Gives files to the only file input of the page with this label. */
  attaches(label: string, ...files: string[]): Promise<void>;
  /** Brings the page to this size in CSS pixels. */
  resizes(width: number, height: number): Promise<void>;
  pictures(file: string): Promise<void>;
  closes(): Promise<void>;
}

/** Opens windows of one browser, and closes it. */
export interface Opener {
  /** What it calls itself. */
  readonly version: string;
  opens(): Promise<Window>;
  ends(): Promise<void>;
}
