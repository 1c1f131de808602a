// Takes the pictures of README.md: starts the demo in a folder of its own, logs in as one of its members, on a desktop and
// on a phone, and writes docs/pictures. Usage: node scripts/pictures.mjs PYTHON
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PORT = "8397";
const ORIGIN = `http://localhost:${PORT}`;
const PATIENCE_MS = 600_000;
const SYSTEM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const [python = join(ROOT, ".venv/bin/python")] = process.argv.slice(2);

/** Each picture's name, the device, where it is taken, and what is done there first. */
const PICTURES = [
  ["feed-desktop", "desktop", "/homefeed", () => {}],
  ["foto-desktop", "desktop", "/profile", openFoto],
  ["curators-desktop", "desktop", "/curators", () => {}],
  ["feed-phone", "phone", "/homefeed", () => {}],
  ["profile-phone", "phone", "/profile", () => {}],
  ["chat-phone", "phone", "/intexted", openChat],
];
const DEVICES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, hasTouch: true },
};

// As in e2e/browser.ts: npm's Chromium brings the shared libraries of the machine that it is told it runs on.
process.env.AWS_EXECUTION_ENV ??= "AWS_Lambda_nodejs22.x";
process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs22.x";
const executablePath = SYSTEM.find((path) => existsSync(path)) ?? (await unpacked());

async function unpacked() {
  const { default: brought } = await import("@sparticuz/chromium");
  return brought.executablePath();
}

async function openFoto(page) {
  await page
    .getByRole("main")
    .getByRole("link")
    .filter({ has: page.locator("img") })
    .nth(2)
    .click();
  await page.getByRole("dialog").waitFor();
}

async function openChat(page) {
  await page
    .getByRole("link", { name: /@jonas/ })
    .first()
    .click();
  await page.getByPlaceholder("Type a message...").waitFor();
}

async function started(home) {
  const env = { ...process.env, PYTHONPATH: join(ROOT, "server/src"), INFLOW_HOME: home, INFLOW_PORT: PORT };
  const demo = spawn(python, ["-m", "inflow", "demo"], { env, stdio: ["ignore", "ignore", "inherit"] });
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until && demo.exitCode === null) {
    const answer = await fetch(`${ORIGIN}/healthz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
    if (answer?.ok) return demo;
    await new Promise((resume) => setTimeout(resume, 500));
  }
  throw new Error("the demo did not start");
}

async function logIn(page) {
  await page.goto(`${ORIGIN}/login`);
  await page.getByLabel("E-mail").fill("mara@example.org");
  await page.getByLabel("Password", { exact: true }).fill("Low-Tide-of-1969");
  await page.getByRole("button", { name: "LOGIN" }).click();
  await page.waitForURL("**/homefeed");
}

/** Every photograph that can be seen is there and has been faded in. */
async function settled(page) {
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  await page.waitForTimeout(1_000);
}

const home = await mkdtemp(join(tmpdir(), "inflow-pictures-"));
await chmod(home, 0o755);
const demo = await started(home);
const browser = await chromium.launch({
  executablePath,
  args: ["--no-sandbox", "--disable-dev-shm-usage", "--font-render-hinting=none"],
});
try {
  for (const [device, settings] of Object.entries(DEVICES)) {
    const page = await browser.newPage({ ...settings, colorScheme: "dark", reducedMotion: "reduce" });
    await logIn(page);
    for (const [name, , place, prepare] of PICTURES.filter((each) => each[1] === device)) {
      await page.goto(ORIGIN + place);
      await settled(page);
      await prepare(page);
      await settled(page);
      await page.screenshot({ path: join(ROOT, "docs/pictures", `${name}.jpg`), type: "jpeg", quality: 76 });
    }
    await page.close();
  }
} finally {
  await browser.close();
  const ended = new Promise((resume) => demo.once("exit", resume));
  demo.kill("SIGTERM");
  await ended;
  await rm(home, { recursive: true, force: true });
}
