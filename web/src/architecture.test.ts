import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";

/** Lowest first. A file may import its own layer and those below; `app/paths.ts` imports nothing and is for all. */
const LAYERS = ["lib", "api.ts", "ui", "features", "screens", "app"];
const FOR_ALL = "app/paths";
const LONGEST_FILE = 300;

const files = listed("src");

function listed(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => /\.(tsx?|css)$/.test(name)).map((name) => `${folder}/${name}`);
}

function importsOf(file: string): string[] {
  const found = readFileSync(file, "utf8").matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g);
  return [...found].map(([, path]) => normalize(join(dirname(file), path ?? "")).replace(/^src\//, ""));
}

const layerOf = (path: string) =>
  LAYERS.findIndex((layer) => path.split("/")[0]?.startsWith(layer.replace(".ts", "")));

it("imports point down", () => {
  const wrong = files.flatMap((file) => {
    const own = layerOf(file.replace(/^src\//, ""));
    const up = importsOf(file).filter((path) => own >= 0 && path !== FOR_ALL && layerOf(path) > own);
    return up.map((path) => `${file} imports ${path}`);
  });
  expect(wrong).toEqual([]);
});

it("only tokens.css holds a colour", () => {
  const wrong = files.filter(
    (file) =>
      file.endsWith(".module.css") && /#[0-9a-f]{3,8}\b|\brgb|\bhsl/i.test(readFileSync(file, "utf8")),
  );
  expect(wrong).toEqual([]);
});

it("every file can be read in one sitting", () => {
  const long = files.filter(
    (file) => file !== "src/api.ts" && readFileSync(file, "utf8").split("\n").length > LONGEST_FILE,
  );
  expect(long).toEqual([]);
});
