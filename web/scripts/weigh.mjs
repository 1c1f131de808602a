// Weighs the files that a member's browser has fetched at three moments of the feed, and fails above a limit. Needs a
// build, which lists the files of each moment (preload.config.ts).
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const FOLDER = new URL("../dist/", import.meta.url).pathname;
const MOST_KB = {
  "until the first foto": { js: 113.5, css: 15 },
  "after ten seconds": { js: 131.7 },
  "with a foto open": { js: 171.1 },
};

if (!existsSync(join(FOLDER, ".moments.json"))) {
  console.error("There is no build to weigh; run `npm run build` first.");
  process.exit(1);
}
const moments = JSON.parse(readFileSync(join(FOLDER, ".moments.json"), "utf8"));

for (const [moment, limits] of Object.entries(MOST_KB)) {
  for (const [kind, most] of Object.entries(limits)) {
    const files = moments[moment].filter((file) => file.endsWith(`.${kind}`));
    const sizes = files.map((file) => gzipSync(readFileSync(join(FOLDER, file)), { level: 9 }).length);
    const kb = sizes.reduce((sum, size) => sum + size, 0) / 1000;
    console.log(`the feed ${moment}, ${kind}: ${kb.toFixed(2)} of ${most} kB gzip in ${files.length} files`);
    if (kb > most) process.exitCode = 1;
  }
}
