import { defineConfig } from "vitest/config";

// No test may fail because the machine was busy: by default one does after five seconds.
const PATIENCE_MS = 120_000;

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts"],
    environment: "node",
    testTimeout: PATIENCE_MS,
    hookTimeout: PATIENCE_MS,
  },
});
