import { defineConfig } from "@playwright/test";
import { launchOptions } from "./browser";

/**
 * The real server, the built app, real people. Each file starts servers of its own, in homes and at ports of their own, so
 * that two files can run beside each other: while one waits for a page, the other uses the machine.
 */
export default defineConfig({
  testDir: ".",
  globalSetup: "./template.ts",
  outputDir: "../test-results",
  workers: 3,
  timeout: 180_000,
  // A browser may die at its start. Whatever else needs a second try is named as flaky, and is a fault to be found.
  retries: 1,
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  use: {
    actionTimeout: 30_000,
    launchOptions: await launchOptions(),
    // A cached page would hide the server's answers; installed.spec.ts tests the cache.
    serviceWorkers: "block",
    // Recording every page costs a fifth of the machine, and most tests pass: `npm run e2e -- --trace on` where it helps.
    trace: "off",
    screenshot: "only-on-failure",
  },
});
