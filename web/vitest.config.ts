import { defineConfig } from "vitest/config";
import { translations } from "./locales.config";

// A busy machine must not fail a test: the default limit is five seconds.
const PATIENCE_MS = 120_000;

export default defineConfig({
  plugins: [translations()],
  test: {
    include: ["src/**/*.test.ts"],
    environment: "node",
    testTimeout: PATIENCE_MS,
    hookTimeout: PATIENCE_MS,
  },
});
