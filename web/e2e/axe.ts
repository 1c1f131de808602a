import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

interface Judge {
  axe: { run(options: RunOptions): Promise<AxeResults> };
}

/** Rules that axe leaves out by itself: targets of 24 pixels, and names that begin as what is shown. */
const MORE = { "target-size": { enabled: true }, "label-content-name-mismatch": { enabled: true } };

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Looks again as often as a toast or a popup came or left during the look: half faded, no text has contrast. */
const LOOKS = 5;

/** Checks the accessibility of the page in its current state. Waits for running animations first. */
export async function isAccessible(page: Page, where: string): Promise<void> {
  let seen = await look(page);
  for (let again = 1; again < LOOKS && seen.objections.length > 0 && seen.hasMoved; again += 1)
    seen = await look(page);
  expect(seen.objections, where).toEqual([]);
}

async function look(page: Page): Promise<{ objections: string[]; hasMoved: boolean }> {
  await page.waitForFunction(isStill);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const { violations, hasMoved } = await page.evaluate(async (rules) => {
    // On a busy machine something may have begun since the wait.
    let hasMoved = document
      .getAnimations()
      .some(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    const note = () => {
      hasMoved = true;
    };
    const kinds = ["transitionrun", "animationstart"];
    for (const kind of kinds) document.addEventListener(kind, note);
    // Only violations are read; the other results would cost as much again.
    const { violations } = await (window as unknown as Judge).axe.run({
      resultTypes: ["violations"],
      rules,
    });
    for (const kind of kinds) document.removeEventListener(kind, note);
    return { violations, hasMoved };
  }, MORE);
  return {
    objections: violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)),
    hasMoved,
  };
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
