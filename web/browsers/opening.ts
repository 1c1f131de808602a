import { test as base } from "@playwright/test";
import { firefox } from "./firefox";
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

/** The sizes of window at which no screen may be too wide, in CSS pixels. */
export const SIZES = [
  [390, 844],
  [820, 1180],
  [1280, 800],
] as const;
