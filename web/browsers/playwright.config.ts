import { defineConfig } from "@playwright/test";
import type { Engine } from "./window";

/** The journeys of these tests in browsers that a Debian package installs. The runner's own browsers are not used. */
export default defineConfig<{ engine: Engine }>({
  testDir: ".",
  globalSetup: "../e2e/template.ts",
  outputDir: "../test-results",
  workers: 1,
  timeout: 300_000,
  // WebKitGTK crashed once in the viewer, in ten runs. A second try names it as flaky.
  retries: 1,
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  projects: [
    { name: "firefox", use: { engine: "firefox" } },
    { name: "webkit", use: { engine: "webkit" } },
  ],
});
