// The Chromium of the scripts, as in e2e/browser.ts: the system's, or the one from npm, with the shared libraries for
// the machine that it is configured for.
import { existsSync } from "node:fs";

const SYSTEM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export const FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--font-render-hinting=none"];

process.env.AWS_EXECUTION_ENV ??= "AWS_Lambda_nodejs22.x";
process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs22.x";

export const executablePath = SYSTEM.find((path) => existsSync(path)) ?? (await unpacked());

async function unpacked() {
  const { default: brought } = await import("@sparticuz/chromium");
  return brought.executablePath();
}
