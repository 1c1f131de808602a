import { test as base, expect } from "@playwright/test";
import { overhang } from "./finding";
import { firefox } from "./firefox";
import type { Guest } from "./guest";
import { webkit } from "./webkit";
import type { Engine, Opener } from "./window";

const OPENERS: Record<Engine, () => Promise<Opener>> = { firefox, webkit };

/** Tests whose windows are those of the project's browser. */
export const test = base.extend<object, { engine: Engine; opener: Opener }>({
  engine: ["firefox", { option: true, scope: "worker" }],
  opener: [
    async ({ engine }, use) => {
      const opener = await OPENERS[engine]();
      console.log(opener.version);
      await use(opener);
      await opener.ends();
    },
    { scope: "worker" },
  ],
});

const SIZES = [
  [390, 844],
  [820, 1180],
  [1280, 800],
] as const;

/** Tests that none of these screens is wider than a window, at three sizes. */
export function testsWidths(screens: readonly string[], guestOf: () => Guest): void {
  for (const [width, height] of SIZES) {
    test(`no screen is wider than a window of ${width} pixels`, async () => {
      const [guest, info] = [guestOf(), test.info()];
      await guest.window.resizes(width, height);
      for (const path of screens) {
        await guest.visits(path);
        await guest.finds("heading", "");
        await guest.window.pictures(info.outputPath(`${path.slice(1).replaceAll("/", "-")}.png`));
        expect(await guest.window.runs(overhang), path).toBeLessThanOrEqual(0);
      }
    });
  }
}

/** Pictures of what these members see, if the test that has just ended failed. */
export async function picturesOfFailure(guests: readonly Guest[]): Promise<void> {
  const info = test.info();
  if (info.status === info.expectedStatus) return;
  for (const [number, guest] of guests.entries())
    await guest.window.pictures(info.outputPath(`${number}-${guest.name}.png`));
}
