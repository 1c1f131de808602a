import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { Builder, By, Capabilities, Key as Keys, Origin, until, type WebDriver } from "selenium-webdriver";
import { freePort } from "../e2e/inflow";
import type { Key, Opener, Point, Window } from "./window";

const DRIVER = process.env.WEBKIT_DRIVER ?? "/usr/bin/WebKitWebDriver";
const BROWSER = process.env.WEBKIT ?? "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";
const SCREEN = "2200x1400x24";
const WAIT_MS = 30_000;
const STEPS = 12;
const KEYS: Record<Key, string> = {
  Enter: Keys.ENTER,
  Escape: Keys.ESCAPE,
  Tab: Keys.TAB,
  ArrowLeft: Keys.ARROW_LEFT,
  ArrowRight: Keys.ARROW_RIGHT,
};

/** WebKitGTK, driven over WebDriver. Each window is a browser of its own, on a screen that is not shown. */
export async function webkit(): Promise<Opener> {
  const screen = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", SCREEN], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [number] = await once(screen.stdout, "data");
  const display = `:${String(number).trim()}`;
  const first = await open(display);
  const version = await first.runs(() => navigator.userAgent);
  await first.closes();
  return {
    version,
    opens: () => open(display),
    ends: () => end(screen),
  };
}

async function open(display: string): Promise<WebkitWindow> {
  const port = await freePort();
  const program = spawn(DRIVER, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display },
    stdio: "ignore",
  });
  await listens(port);
  const capabilities = new Capabilities({
    browserName: "MiniBrowser",
    "webkitgtk:browserOptions": { binary: BROWSER, args: ["--automation"] },
  });
  const driver = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities(capabilities)
    .build();
  return new WebkitWindow(driver, program);
}

class WebkitWindow implements Window {
  constructor(
    private readonly driver: WebDriver,
    private readonly program: ChildProcess,
  ) {}

  visits(url: string): Promise<void> {
    return this.driver.get(url);
  }

  runs<Given extends unknown[], Value>(action: (...given: Given) => Value, ...given: Given) {
    const script = `return (${action}).apply(null, arguments)`;
    return this.driver.executeScript<Awaited<Value>>(script, ...given);
  }

  async clicks({ x, y }: Point): Promise<void> {
    await this.driver.actions().move(at(x, y)).click().perform();
  }

  async drags(from: Point, to: Point): Promise<void> {
    const hand = this.driver.actions().move(at(from.x, from.y)).press();
    for (let step = 1; step <= STEPS; step += 1) {
      const part = step / STEPS;
      hand.move(at(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part));
    }
    await hand.release().perform();
  }

  /** Into the field with the focus. The driver's own keyboard loses a key now and then while the page moves. */
  async types(words: string): Promise<void> {
    const focused = this.driver.switchTo().activeElement();
    if (["input", "textarea"].includes(await focused.getTagName())) await focused.sendKeys(words);
    else await this.driver.actions().sendKeys(words).perform();
  }

  async presses(key: Key): Promise<void> {
    await this.driver.actions().sendKeys(KEYS[key]).perform();
  }

  async attaches(label: string, ...files: string[]): Promise<void> {
    const place = By.css(`input[type=file][aria-label="${label}"]`);
    const input = await this.driver.wait(until.elementLocated(place), WAIT_MS);
    await input.sendKeys(files.join("\n"));
  }

  /** The window has bars of its own around the page. */
  async resizes(width: number, height: number): Promise<void> {
    const window = this.driver.manage().window();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const [wide, high] = await this.runs(() => [innerWidth, innerHeight] as const);
      if (wide === width && high === height) return;
      const outer = await window.getRect();
      await window.setRect({
        ...outer,
        width: outer.width + width - wide,
        height: outer.height + height - high,
      });
    }
  }

  async pictures(file: string): Promise<void> {
    await writeFile(file, await this.driver.takeScreenshot(), "base64");
  }

  async closes(): Promise<void> {
    await this.driver.quit();
    await end(this.program);
  }
}

const at = (x: number, y: number) => ({
  x: Math.round(x),
  y: Math.round(y),
  origin: Origin.VIEWPORT,
  duration: 10,
});

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null) return;
  const ended = once(program, "exit");
  program.kill();
  await ended;
}

/** Waits until the driver answers. */
async function listens(port: number): Promise<void> {
  const last = Date.now() + WAIT_MS;
  while (Date.now() < last) {
    const answer = await fetch(`http://127.0.0.1:${port}/status`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resume) => setTimeout(resume, 50));
  }
  throw new Error("the driver of WebKitGTK did not start");
}
