// Weighs the files that a member's browser has fetched at three moments of the feed, and fails above a limit. Needs a
// build, which lists the files of each moment (preload.config.ts).
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const FOLDER = new URL("../dist/", import.meta.url).pathname;
/** By the compression that a server sends to a browser: with https every one takes Brotli. */
const COMPRESSED = {
  gzip: (bytes) => gzipSync(bytes, { level: 9 }),
  Brotli: (bytes) => brotliCompressSync(bytes),
};
const MOST_KB = {
  "until the first foto": { js: { gzip: 113.5, Brotli: 110 }, css: { gzip: 15 } },
  "after ten seconds": { js: { gzip: 131.7, Brotli: 125 } },
  "with a foto open": { js: { gzip: 171.1, Brotli: 160 } },
};

if (!existsSync(join(FOLDER, ".moments.json"))) {
  console.error("There is no build to weigh; run `npm run build` first.");
  process.exit(1);
}
const moments = JSON.parse(readFileSync(join(FOLDER, ".moments.json"), "utf8"));

for (const [moment, kinds] of Object.entries(MOST_KB)) {
  for (const [kind, limits] of Object.entries(kinds)) {
    const files = moments[moment].filter((file) => file.endsWith(`.${kind}`));
    const weighed = Object.entries(limits).map(([compression, most]) => {
      const sizes = files.map((file) => COMPRESSED[compression](readFileSync(join(FOLDER, file))).length);
      const kb = sizes.reduce((sum, size) => sum + size, 0) / 1000;
      if (kb > most) process.exitCode = 1;
      return `${kb.toFixed(2)} of ${most} kB ${compression}`;
    });
    console.log(`the feed ${moment}, ${kind}: ${weighed.join(", ")}, in ${files.length} files`);
  }
}
