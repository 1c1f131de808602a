import { type Browser, launch, type Page } from "puppeteer-core";
import type { Key, Opener, Point, Window } from "./window";

const FIREFOX = process.env.FIREFOX ?? "/usr/bin/firefox-esr";
const STEPS = 12;

/** Firefox, driven over WebDriver BiDi. */
export async function firefox(): Promise<Opener> {
  const browser = await launch({ browser: "firefox", executablePath: FIREFOX, headless: true });
  return {
    version: await browser.version(),
    opens: () => open(browser),
    ends: () => browser.close(),
  };
}

async function open(browser: Browser): Promise<Window> {
  const context = await browser.createBrowserContext();
  return new FirefoxWindow(await context.newPage(), () => context.close());
}

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

  async attaches(label: string, file: string): Promise<void> {
    const input = await this.page.waitForSelector(`input[type=file][aria-label="${label}"]`);
    await (input as unknown as { uploadFile(file: string): Promise<void> }).uploadFile(file);
  }

  resizes(width: number, height: number): Promise<void> {
    return this.page.setViewport({ width, height });
  }

  async pictures(file: string): Promise<void> {
    await this.page.screenshot({ path: file as `${string}.png` });
  }
}
