import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

interface Judge {
  axe: { run(options: RunOptions): Promise<AxeResults> };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Nobody is shut out of what is on the page now, whatever is open. Waits for what is still moving. */
export async function isAccessible(page: Page, where: string): Promise<void> {
  await page.waitForFunction(isStill);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(() =>
    // What else it finds is not read, and costs as much again.
    (window as unknown as Judge).axe.run({ resultTypes: ["violations"] }),
  );
  const objections = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  expect(objections, where).toEqual([]);
}

/** Something is drawn, nothing is about to appear or leave, and nothing moves that will come to an end. */
function isStill(): boolean {
  if (!document.querySelector("main")) return false;
  if (document.querySelector("[data-starting-style], [data-ending-style]")) return false;
  return document
    .getAnimations()
    .every(
      ({ playState, effect }) =>
        playState === "finished" || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
    );
}
