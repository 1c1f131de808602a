import type { Page } from "@playwright/test";

/** More than a slow machine needs to pass the order on, and less than the page waits for the server's next sign of life. */
const AHEAD_MS = 10_000;

/**
 * Stops the page's clock: no timer of the page fires until `runFor` or `resume`, however slow the machine is. The page
 * must be drawn by then: code that loads later keeps the stopped timers, and may never draw anything.
 */
export async function stopsClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + AHEAD_MS);
}
