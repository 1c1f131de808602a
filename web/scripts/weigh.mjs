// Weighs the files that a member's browser fetches before the feed shows, and fails above a limit. Needs a build.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const FOLDER = new URL("../dist/", import.meta.url).pathname;
const MOST_KB = { js: 115, css: 15 };

if (!existsSync(join(FOLDER, "preload-manifest.json"))) {
  console.error("There is no build to weigh; run `npm run build` first.");
  process.exit(1);
}
const page = readFileSync(join(FOLDER, "index.html"), "utf8");
const named = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file]) => file);
const preloaded = JSON.parse(readFileSync(join(FOLDER, "preload-manifest.json"), "utf8"))["/homefeed"];
const files = [...new Set([...named, ...preloaded])];

let isTooHeavy = false;
for (const [kind, most] of Object.entries(MOST_KB)) {
  const own = files.filter((file) => file.endsWith(`.${kind}`));
  const bytes = own.map((file) => gzipSync(readFileSync(join(FOLDER, file)), { level: 9 }).length);
  const kb = bytes.reduce((sum, size) => sum + size, 0) / 1000;
  console.log(`first load of the feed, ${kind}: ${kb.toFixed(2)} of ${most} kB gzip in ${own.length} files`);
  isTooHeavy ||= kb > most;
}
if (isTooHeavy) process.exit(1);
