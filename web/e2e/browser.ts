import { existsSync } from "node:fs";

/**
 * The Chromium of the tests: the system's, or the one that npm's @sparticuz/chromium unpacks. The latter is made for
 * a bare Amazon Linux; with the variable of that system set, it unpacks the shared libraries that a bare machine
 * lacks.
 */
const SYSTEM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

// Not the package's own flags: those run everything in one process and switch web security off.
const FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--font-render-hinting=none"];

export async function launchOptions(): Promise<{ executablePath: string; args: string[] }> {
  const system = SYSTEM.find((path) => existsSync(path));
  if (system) return { executablePath: system, args: FLAGS };
  process.env.AWS_EXECUTION_ENV ??= "AWS_Lambda_nodejs22.x";
  process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs22.x";
  const { default: chromium } = await import("@sparticuz/chromium");
  return { executablePath: await chromium.executablePath(), args: FLAGS };
}
