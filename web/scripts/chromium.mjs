// The Chromium of the browser tests and of the scripts: the system's, or the one that npm's @sparticuz/chromium unpacks.
// The latter is made for a bare Amazon Linux; with the variables of that system set, it unpacks the shared libraries that
// a bare machine lacks.
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SYSTEM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

// Not the package's own flags: those run everything in one process and switch web security off.
export const FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--font-render-hinting=none"];

export const executablePath = SYSTEM.find((path) => existsSync(path)) ?? (await unpacked());

async function unpacked() {
  process.env.AWS_EXECUTION_ENV ??= "AWS_Lambda_nodejs22.x";
  process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs22.x";
  const { default: brought } = await import("@sparticuz/chromium");
  // It unpacks all or nothing. A machine that tidies its temporary files may have left the one without the other.
  if (!existsSync(join(tmpdir(), "fonts"))) rmSync(join(tmpdir(), "chromium"), { force: true });
  const path = await brought.executablePath();
  process.env.FONTCONFIG_FILE = fontsBeside(path);
  return path;
}

/**
 * A configuration that finds the unpacked fonts. The package's own names /tmp, wherever the fonts are; without any font
 * Chromium's pages crash at the first letter that the page's own fonts lack.
 */
function fontsBeside(chromium) {
  const folder = join(chromium, "..");
  const file = join(tmpdir(), "chromium-fonts.conf");
  const own = join(tmpdir(), `chromium-fonts-${process.pid}.conf`);
  const words = [
    '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>`,
  ];
  writeFileSync(own, words.join("\n"));
  renameSync(own, file);
  return file;
}
