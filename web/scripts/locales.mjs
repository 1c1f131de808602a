// Compiles the message catalogue: locales/<language>/<part>.json, in ICU MessageFormat, becomes typed functions.
// `node scripts/locales.mjs` writes src/locales/<part>.ts, which holds the English text; with --check it only compares.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse, TYPE } from "@formatjs/icu-messageformat-parser";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CATALOGUE = join(ROOT, "locales");
const GENERATED = join(ROOT, "src/locales");
const HEAD =
  "// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.\n";
/** React's, to join the parts of a message with elements in it. The first script would list a file of ours for that. */
const RICH = ["createElement", "Fragment"];
/** The server's refusals: the server sends the English sentence, and each other language has it by that sentence. */
const REFUSALS = "refusals";
/** English with accents and 40 % longer: it shows text that bypasses the catalogue, and layouts that burst. */
export const PSEUDO = "pseudo";

/** The part's messages: id → ICU text. Marks such as `specification` stay behind. */
export function readPart(language, part) {
  const entries = Object.entries(JSON.parse(readFileSync(join(CATALOGUE, language, `${part}.json`), "utf8")));
  return new Map(entries.map(([id, entry]) => [id, typeof entry === "string" ? entry : entry.text]));
}

export const partsOf = (language) =>
  readdirSync(join(CATALOGUE, language))
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length))
    .sort();

/** The English sentences of the server's refusals, by themselves. A test of the server holds that they are complete. */
function readRefusals() {
  const [first] = readdirSync(CATALOGUE).filter((language) => language !== "en");
  return new Map([...readPart(first, REFUSALS).keys()].map((sentence) => [sentence, sentence]));
}

/** The source of src/locales/<part>.ts: a function for each English message. */
export function compileEnglish(part) {
  const messages = [...readPart("en", part)].map(([id, text], index) => ({
    id,
    index,
    text,
    nodes: parse(text),
  }));
  for (const { id } of messages) requireName(part, id);
  const functions = messages.map(({ id, index, text, nodes }) => {
    const rich = isRich(nodes);
    const type = rich ? "ReactNode" : "string";
    const parameters = typesOf(nodes);
    const declared =
      parameters.size > 0 ? `p: { ${[...parameters].map(([name, of]) => `${name}: ${of}`).join("; ")} }` : "";
    const found = `translated<${type}>("${part}", ${index}${declared ? ", p" : ""})`;
    return `/** ${text.replaceAll("*/", "*")} */\nexport const ${id} = (${declared}): ${type} =>\n  ${found} ?? ${codeOf(nodes, englishPlural)};\n`;
  });
  const body = functions.join("");
  const react = [
    ...(body.includes("createElement(") ? RICH : []),
    ...(body.includes("ReactNode") ? ["type ReactNode"] : []),
  ];
  const formatting = ["formatNumber", "translated"].filter(
    (name) => body.includes(`${name}(`) || body.includes(`${name}<`),
  );
  const types = react.length > 0 ? `import { ${react.join(", ")} } from "react";\n` : "";
  return `${HEAD}${types}import { ${formatting.join(", ")} } from "../lib/language";\n\n${body}`;
}

/** The source of a module that holds a translation: part → its messages, in the order of the English ones. */
export function compileTranslation(language, only = [...partsOf("en"), REFUSALS]) {
  const parts = only.map((part) => {
    const english = part === REFUSALS ? readRefusals() : readPart("en", part);
    const own = language === PSEUDO ? english : readPart(language, part);
    requireSameIds(`${language}/${part}`, english, own);
    const messages = [...english].map(([id, text]) => {
      const nodes = language === PSEUDO ? pseudo(parse(text)) : parse(own.get(id));
      requireSameParameters(`${language}/${part}: ${id}`, parse(text), nodes);
      const code = codeOf(nodes, plural);
      const value = typesOf(nodes).size > 0 ? `(p) => ${code}` : code;
      return part === REFUSALS ? `    ${JSON.stringify(id)}: ${value},\n` : `    ${value},\n`;
    });
    const [open, close] = part === REFUSALS ? ["{", "}"] : ["[", "]"];
    return `  ${JSON.stringify(part)}: ${open}\n${messages.join("")}  ${close},\n`;
  });
  const body = parts.join("");
  const helpers = ["choosePlural", "formatNumber"].filter((name) => body.includes(`${name}(`));
  const rich = body.includes("createElement(") ? `import { ${RICH.join(", ")} } from "react";\n` : "";
  const used = helpers.length > 0 ? `import { ${helpers.join(", ")} } from "/src/lib/language.ts";\n` : "";
  return `${used}${rich}export default {\n${body}};\n`;
}

/** A module that exports `then` is taken for a promise, and an import of it never ends. */
const FORBIDDEN = new Set(
  "then break case catch class const continue default delete do else export false finally for if import in new null return switch this throw true try typeof var void while with yield let static await".split(
    " ",
  ),
);

function requireName(part, id) {
  if (!/^[a-z][A-Za-z0-9]*$/.test(id) || FORBIDDEN.has(id))
    throw new Error(`${part}: ${id} cannot name a function.`);
}

function requireSameIds(place, english, own) {
  const missing = [...english.keys()].filter((id) => !own.has(id));
  const unknown = [...own.keys()].filter((id) => !english.has(id));
  if (missing.length > 0) throw new Error(`${place}: not translated: ${missing.join(", ")}`);
  if (unknown.length > 0)
    throw new Error(`${place}: there is no such English message: ${unknown.join(", ")}`);
}

function requireSameParameters(place, english, own) {
  const [wanted, has] = [english, own].map((nodes) => [...typesOf(nodes).keys()].sort().join());
  if (wanted !== has) throw new Error(`${place}: the parameters are {${has}}, and in English {${wanted}}`);
}

const optionsOf = (node) => Object.entries(node.options ?? {});
const childrenOf = (node) => [
  ...(node.children ?? []),
  ...optionsOf(node).flatMap(([, option]) => option.value),
];
const isRich = (nodes) => nodes.some((node) => node.type === TYPE.tag || isRich(childrenOf(node)));

/** The parameters of a message with their TypeScript types. A tag is a function from its content to an element. */
function typesOf(nodes, rich = isRich(nodes), found = new Map()) {
  for (const node of nodes) {
    if (node.type === TYPE.date || node.type === TYPE.time)
      throw new Error("Format dates with lib/time and pass the text.");
    if (node.type === TYPE.argument && !found.has(node.value))
      found.set(node.value, rich ? "ReactNode" : "string | number");
    if (node.type === TYPE.number || node.type === TYPE.plural) found.set(node.value, "number");
    if (node.type === TYPE.select) {
      const named = optionsOf(node)
        .map(([name]) => name)
        .filter((name) => name !== "other");
      found.set(node.value, [...named.map((name) => JSON.stringify(name)), "(string & {})"].join(" | "));
    }
    if (node.type === TYPE.tag) found.set(node.value, "(content: ReactNode) => ReactNode");
    typesOf(childrenOf(node), rich, found);
  }
  return found;
}

/** The JavaScript expression of a message whose parameters are in `p`. */
function codeOf(nodes, pluralOf, counted, rich = isRich(nodes)) {
  const inner = (option, of) => codeOf(option.value, pluralOf, of, rich);
  const parts = nodes.map((node) => {
    if (node.type === TYPE.literal) return { text: node.value };
    if (node.type === TYPE.argument) return { code: `p.${node.value}` };
    if (node.type === TYPE.pound) return { code: `formatNumber(p.${counted})` };
    if (node.type === TYPE.number) return { code: `formatNumber(p.${node.value})` };
    if (node.type === TYPE.tag)
      return { code: `p.${node.value}(${codeOf(node.children, pluralOf, counted, rich)})` };
    const options = optionsOf(node).map(([name, option]) => [name, inner(option, node.value)]);
    if (node.type === TYPE.plural) return { code: pluralOf(`p.${node.value}`, options) };
    return {
      code: chosen(
        options.map(([name, code]) => [
          name === "other" ? null : `p.${node.value} === ${JSON.stringify(name)}`,
          code,
        ]),
      ),
    };
  });
  if (rich && parts.length > 1)
    return `createElement(Fragment, null, ${parts.map(({ text, code }) => code ?? JSON.stringify(text)).join(", ")})`;
  if (parts.length === 1 && (rich || parts[0].text !== undefined || nodes[0].type >= TYPE.select))
    return parts[0].code ?? JSON.stringify(parts[0].text);
  const quoted = (text) => text.replace(/[`\\]|\$\{/g, "\\$&");
  return `\`${parts.map(({ text, code }) => (code ? `\${${code}}` : quoted(text))).join("")}\``;
}

/** `condition ? code : … : otherwise`; the branch without a condition comes last. */
function chosen(branches) {
  const otherwise = branches.find(([condition]) => condition === null)[1];
  const others = branches.filter(([condition]) => condition !== null);
  return `(${others.map(([condition, code]) => `${condition} ? ${code} : `).join("")}${otherwise})`;
}

const conditionOf = (value, name) => (name.startsWith("=") ? `${value} === ${name.slice(1)}` : null);

/** English has one form for 1 and another for the rest, so its plurals need no rules at run time. */
function englishPlural(value, options) {
  return chosen(
    options.map(([name, code]) => [name === "one" ? `${value} === 1` : conditionOf(value, name), code]),
  );
}

function plural(value, options) {
  const exact = options.filter(([name]) => name.startsWith("="));
  const forms = options.filter(([name]) => !name.startsWith("="));
  const code = `choosePlural(${value}, { ${forms.map(([name, form]) => `${name}: () => ${form}`).join(", ")} })`;
  return chosen([...exact.map(([name, form]) => [conditionOf(value, name), form]), [null, code]]);
}

const ACCENTS = new Map(
  [..."aceinosuyACEINOSUY"].map((letter, at) => [letter, [..."áçéîñöšûýÁÇÉÎÑÖŠÛÝ"][at]]),
);

/** The English message with accents, 40 % longer, in brackets that show where it is cut off or put together of pieces. */
function pseudo(nodes) {
  const letters = (of) =>
    of.reduce(
      (sum, node) => sum + (node.type === TYPE.literal ? node.value.length : 0) + letters(childrenOf(node)),
      0,
    );
  const accented = (of) =>
    of.map((node) => ({
      ...node,
      ...(node.type === TYPE.literal && {
        value: node.value.replace(/[a-z]/gi, (letter) => ACCENTS.get(letter) ?? letter),
      }),
      ...(node.children && { children: accented(node.children) }),
      ...(node.options && {
        options: Object.fromEntries(
          optionsOf(node).map(([name, option]) => [name, { ...option, value: accented(option.value) }]),
        ),
      }),
    }));
  const padding = "~".repeat(Math.max(0, Math.ceil(letters(nodes) * 0.4) - 2));
  return [
    { type: TYPE.literal, value: "⟦" },
    ...accented(nodes),
    { type: TYPE.literal, value: `${padding}⟧` },
  ];
}

/** Writes src/locales/, or, to check, returns the names of its files that are not up to date. */
export function generate({ check = false } = {}) {
  const made = new Map(partsOf("en").map((part) => [`${part}.ts`, compileEnglish(part)]));
  mkdirSync(GENERATED, { recursive: true });
  const present = new Map(
    readdirSync(GENERATED).map((name) => [name, readFileSync(join(GENERATED, name), "utf8")]),
  );
  const stale = [...new Set([...made.keys(), ...present.keys()])].filter(
    (name) => made.get(name) !== present.get(name),
  );
  if (check) return stale;
  for (const name of stale) {
    if (made.has(name)) writeFileSync(join(GENERATED, name), made.get(name));
    else rmSync(join(GENERATED, name));
  }
  return stale;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const check = process.argv.includes("--check");
  const stale = generate({ check });
  for (const language of readdirSync(CATALOGUE)) if (language !== "en") compileTranslation(language);
  compileTranslation(PSEUDO);
  if (check && stale.length > 0) {
    console.error(`src/locales is not up to date: ${stale.join(", ")}. Run \`npm run locales\`.`);
    process.exit(1);
  }
}
