import { type Browser, launch, type Page } from "puppeteer-core";
import type { Key, Opener, Point, Window } from "./window";

const FIREFOX = process.env.FIREFOX ?? "/usr/bin/firefox-esr";
const STEPS = 12;

/** Firefox, driven over WebDriver BiDi. Each window is a browser of its own: in one, all tabs but one are hidden and hardly drawn. */
export async function firefox(): Promise<Opener> {
  const first = await start();
  const version = await first.version();
  await first.close();
  return {
    version,
    opens: async () => {
      const browser = await start();
      return new FirefoxWindow(await browser.newPage(), () => browser.close());
    },
    ends: async () => {},
  };
}

const start = (): Promise<Browser> => launch({ browser: "firefox", executablePath: FIREFOX, headless: true });

class FirefoxWindow implements Window {
  constructor(
    private readonly page: Page,
    readonly closes: () => Promise<void>,
  ) {}

  async visits(url: string): Promise<void> {
    await this.page.goto(url);
  }

  runs<Given extends unknown[], Value>(action: (...given: Given) => Value, ...given: Given) {
    const script = `(${action}).apply(null, ${JSON.stringify(given)})`;
    return this.page.evaluate(script) as Promise<Awaited<Value>>;
  }

  clicks({ x, y }: Point): Promise<void> {
    return this.page.mouse.click(x, y);
  }

  async drags(from: Point, to: Point): Promise<void> {
    const { mouse } = this.page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(to.x, to.y, { steps: STEPS });
    await mouse.up();
  }

  types(words: string): Promise<void> {
    return this.page.keyboard.type(words);
  }

  presses(key: Key): Promise<void> {
    return this.page.keyboard.press(key);
  }

  async attaches(label: string, ...files: string[]): Promise<void> {
    const input = await this.page.waitForSelector(`input[type=file][aria-label="${label}"]`);
    await (input as unknown as { uploadFile(...files: string[]): Promise<void> }).uploadFile(...files);
  }

  resizes(width: number, height: number): Promise<void> {
    return this.page.setViewport({ width, height });
  }

  async pictures(file: string): Promise<void> {
    await this.page.screenshot({ path: file as `${string}.png` });
  }
}
