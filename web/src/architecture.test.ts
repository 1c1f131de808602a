import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { parseSync } from "vite";
import { expect, it } from "vitest";

/**
 * The order of imports, lowest first: a file may import its own part and those above it in this list. A file belongs to
 * the longest entry that its path begins with, and a new feature has to choose its place.
 */
const ORDER = [
  "lib/storage",
  "lib/deployment",
  "lib/importWithRetry",
  "lib/language",
  "locales",
  "lib",
  "api",
  "callLimits",
  "paths",
  "ui",
  "features/connectivity",
  "features/push",
  "features/people",
  "features/shortcuts",
  "features/policies",
  "features/identity",
  "features/moderation",
  "features/safety",
  "features/reactions",
  "features/saves",
  "features/invite",
  "features/curators",
  "features/nooks",
  "features/niches",
  "features/flow",
  "features/comments",
  "features/upload",
  "features/posts/filters",
  "features/posts/placedPost",
  "features/posts/ratio",
  "features/editor",
  "features/posts",
  "features/drafts",
  "features/composer",
  "features/imports",
  "features/grids",
  "features/profiles",
  "features/console",
  "features/onboarding",
  "features/messages",
  "features/messages/emoji",
  "features/messages/gesture",
  "features/messages/outbox",
  "features/messages/thread",
  "features/messages/inbox",
  "features/messages/chat",
  "features/notifications",
  "screens",
  "app",
];
/** Types for the compiler, and this test. */
const OUTSIDE = ["vite-env.d", "architecture"];
const GENERATED = new Set(["src/api.ts", "src/callLimits.ts"]);
const LONGEST_FILE = 300;

const files = listed("src");

function listed(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => /\.(tsx?|css)$/.test(name)).map((name) => `${folder}/${name}`);
}

function importsOf(file: string): string[] {
  const found = readFileSync(file, "utf8").matchAll(/(?:from|import|import\()\s*"(\.[^"]+)"/g);
  return [...found].map(([, path]) => normalize(join(dirname(file), path ?? "")));
}

/** The path below `src`, without the ending of a script. */
const moduleOf = (file: string) => file.replace(/^src\//, "").replace(/(\.test)?\.tsx?$/, "");

/** The place in the order; -1 outside of it. */
function rankOf(path: string): number {
  const parts = ORDER.filter((part) => path === part || path.startsWith(`${part}/`));
  return ORDER.indexOf(parts.toSorted((one, other) => other.length - one.length)[0] ?? "");
}

it("every file has a place in the order of imports", () => {
  const homeless = files.map(moduleOf).filter((path) => rankOf(path) < 0 && !OUTSIDE.includes(path));
  expect(homeless).toEqual([]);
});

it("imports point down", () => {
  const wrong = files.flatMap((file) => {
    const up = importsOf(file).filter((path) => rankOf(moduleOf(path)) > rankOf(moduleOf(file)));
    return up.map((path) => `${file} imports ${path}`);
  });
  expect(wrong).toEqual([]);
});

/** The catalogue of another language is loaded when the app starts, so words must be asked for when they are shown. */
it("no words are taken from the catalogue while a module loads", () => {
  const wrong = files
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("src/locales/") && !file.endsWith(".test.ts"))
    .flatMap((file) => wordsWhileLoading(file).map((text) => `${file}: ${text}`));
  expect(wrong).toEqual([]);
});

type Node = { type: string; start: number; end: number; [key: string]: unknown };

/** Calls of functions that are imported from the catalogue, outside of any function. */
function wordsWhileLoading(file: string): string[] {
  const code = readFileSync(file, "utf8");
  const program = parseSync(file, code).program as unknown as Node & { body: Node[] };
  const words = new Set(
    program.body
      .filter(
        ({ type, source }) =>
          type === "ImportDeclaration" && /\/locales\//.test((source as { value: string }).value),
      )
      .flatMap(({ specifiers }) =>
        (specifiers as { local: { name: string } }[]).map(({ local }) => local.name),
      ),
  );
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) visit(one);
    if (typeof node !== "object" || node === null || !("type" in node)) return;
    const { type, callee, start, end } = node as Node;
    if (/Function/.test(type) || type === "MethodDefinition" || type === "PropertyDefinition") return;
    const name = (callee as { name?: string; object?: { name?: string } } | undefined) ?? {};
    if (type === "CallExpression" && words.has(name.name ?? name.object?.name ?? ""))
      found.push(code.slice(start, end));
    for (const part of Object.values(node)) visit(part);
  };
  if (words.size > 0) visit(program.body);
  return found;
}

it("only tokens.css holds a colour", () => {
  const wrong = files.filter(
    (file) =>
      file.endsWith(".module.css") && /#[0-9a-f]{3,8}\b|\brgb|\bhsl/i.test(readFileSync(file, "utf8")),
  );
  expect(wrong).toEqual([]);
});

/** Properties with a left and a right side, which would be mirrored wrongly in right-to-left scripts. */
const PHYSICAL =
  /(?:^|[\s;{])(?:(?:margin|padding|border(?:-top|-bottom)?|scroll-margin|scroll-padding)-(?:left|right)|left|right)[\w-]*:|(?:text-align|float|clear): *(?:left|right)|transform-origin:.*\b(?:left|right)|translateX\((?!calc\(var\(--way\))/;

it("styles say start and end, not left and right, unless a comment says why it is physical", () => {
  const wrong = files.filter((file) => file.endsWith(".css")).flatMap(physicalIn);
  expect(wrong).toEqual([]);
});

/** A comment that begins with 'Physical:' is about its rule; at the head of a file, about the whole of it. */
function physicalIn(file: string): string[] {
  const sheet = readFileSync(file, "utf8");
  if (sheet.startsWith("/* Physical:")) return [];
  const rules = sheet.split("\n\n").filter((rule) => !rule.includes("/* Physical:"));
  const lines = rules.flatMap((rule) => rule.split("\n"));
  return lines
    .filter((line) => PHYSICAL.test(line) || isLopsided(line))
    .map((line) => `${file}: ${line.trim()}`);
}

/** One value of a declaration, with brackets in brackets. */
const VALUE = /(?:[^\s();]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g;

/** `padding: 0 1px 0 2px` has a left and a right too. */
function isLopsided(line: string): boolean {
  const [, values = ""] = /\b(?:margin|padding|inset|border-width): *([^;]+);/.exec(line) ?? [];
  const [, right, , left] = values.match(VALUE) ?? [];
  return left !== undefined && left !== right;
}

it("what a script moves asks first whether the reader wants stillness", () => {
  const moves = /behavior: "smooth"|\.animate\(/;
  const rash = files.filter((file) => {
    const code = readFileSync(file, "utf8");
    return /tsx?$/.test(file) && moves.test(code) && !code.includes('/motion"') && !file.includes("test.ts");
  });
  expect(rash).toEqual([]);
});

it("every file can be read in one sitting", () => {
  const long = files.filter(
    (file) => !GENERATED.has(file) && readFileSync(file, "utf8").split("\n").length > LONGEST_FILE,
  );
  expect(long).toEqual([]);
});

it("no element has a class that no style sheet has", () => {
  const sheets = readdirSync("src/ui")
    .filter((name) => name.endsWith(".css") && !name.endsWith(".module.css"))
    .map((name) => readFileSync(join("src/ui", name), "utf8"))
    .join();
  const unknown = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/className="([\w-]+)"/g)]
      .filter(([, name]) => !sheets.includes(`.${name}`))
      .map(([, name]) => `${file}: ${name}`),
  );
  expect(unknown).toEqual([]);
});
