import { defineConfig } from "@playwright/test";
import { launchOptions } from "./browser";

/** The real server, the built app, real people. One worker: the scenarios kill servers and share two processor cores. */
export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  workers: 1,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  use: {
    actionTimeout: 30_000,
    launchOptions: await launchOptions(),
    // A page that was kept would hide what the server sends; installed.spec.ts is about that.
    serviceWorkers: "block",
    trace: "retain-on-failure",
  },
});
