// Writes a Brotli and a gzip copy beside every built text file, so that the server sends them without working for it.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const FOLDER = new URL("../dist/", import.meta.url).pathname;
const TEXT = /\.(js|css|svg|json|webmanifest|txt)$/;
const SMALLEST = 512;

for (const name of readdirSync(FOLDER, { recursive: true })) {
  if (!TEXT.test(name) || name.startsWith(".")) continue;
  const content = readFileSync(join(FOLDER, name));
  if (content.length < SMALLEST) continue;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(join(FOLDER, `${name}.br`), brotliCompressSync(content, { params }));
  writeFileSync(join(FOLDER, `${name}.gz`), gzipSync(content, { level: 9 }));
}
