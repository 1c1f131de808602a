// Builds the app, changes one line, builds again, and counts the files that a returning member has to fetch again: those
// with a new name. Fails if a change renames more than `MOST_RENAMED`. The builds go to a temporary folder.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";

const MOST_RENAMED = 5;
/** [what changes, the module, a piece of it, what stands there instead]. */
const CHANGES = [
  ["a sentence of one screen", "src/locales/resetPassword.ts", '?? "', '?? "New: '],
  [
    "a line of the feed",
    "src/screens/HomeFeed.tsx",
    "export function HomeFeed() {",
    'export function HomeFeed() {\n  document.body.dataset.changed = "";',
  ],
];

const folder = mkdtempSync(join(tmpdir(), "renames-"));

/** The built files of `assets`: name → compressed bytes. */
async function builtWith(plugins) {
  await build({ logLevel: "error", plugins, build: { outDir: folder, emptyOutDir: true } });
  const assets = join(folder, "assets");
  return new Map(
    readdirSync(assets).map((name) => [
      name,
      gzipSync(readFileSync(join(assets, name)), { level: 9 }).length,
    ]),
  );
}

/** Replaces a piece of a module, as an author would. */
function changed(module, piece, instead) {
  let isChanged = false;
  return {
    name: "change",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith(`/${module}`)) return null;
      isChanged = code.includes(piece);
      return { code: code.replace(piece, instead), map: null };
    },
    buildEnd() {
      if (!isChanged) throw new Error(`${module} has no ${piece} any more; change another piece`);
    },
  };
}

try {
  const before = await builtWith([]);
  for (const [what, module, piece, instead] of CHANGES) {
    const after = await builtWith([changed(module, piece, instead)]);
    const renamed = [...after].filter(([name]) => !before.has(name));
    const kb = renamed.reduce((sum, [, bytes]) => sum + bytes, 0) / 1000;
    console.log(`${what} renames ${renamed.length} of ${after.size} files, ${kb.toFixed(1)} kB gzip`);
    if (renamed.length === 0 || renamed.length > MOST_RENAMED) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}
