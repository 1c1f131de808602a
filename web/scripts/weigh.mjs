// Weighs what a member's browser fetches before the feed stands, and fails when it has grown too heavy. Needs a build.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const FOLDER = new URL("../dist/", import.meta.url).pathname;
const MANIFEST = join(FOLDER, ".vite/manifest.json");
// The parts that the route map puts around the feed. What they import on demand is not in the first load.
const FEED = [
  "index.html",
  "src/app/Live.tsx",
  "src/app/Members.tsx",
  "src/app/Shell.tsx",
  "src/screens/HomeFeed.tsx",
];
const MOST_KB = { js: 120, css: 15 };

if (!existsSync(MANIFEST)) {
  console.error("There is no build to weigh; run `npm run build` first.");
  process.exit(1);
}
const manifest = JSON.parse(readFileSync(MANIFEST, "utf8"));
const files = new Set();
for (const part of FEED) collect(part);

function collect(name) {
  const chunk = manifest[name];
  if (!chunk)
    throw new Error(`${name} is not in the build; has the feed been put together from other parts?`);
  if (files.has(chunk.file)) return;
  for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
  for (const imported of chunk.imports ?? []) collect(imported);
}

let isTooHeavy = false;
for (const [kind, most] of Object.entries(MOST_KB)) {
  const own = [...files].filter((file) => file.endsWith(`.${kind}`));
  const bytes = own.map((file) => gzipSync(readFileSync(join(FOLDER, file)), { level: 9 }).length);
  const kb = bytes.reduce((sum, size) => sum + size, 0) / 1000;
  console.log(`first load of the feed, ${kind}: ${kb.toFixed(2)} of ${most} kB gzip in ${own.length} files`);
  isTooHeavy ||= kb > most;
}
if (isTooHeavy) process.exit(1);
