// Writes the licences of the packages that the built app contains as a text for people, of the list that Vite made.
import { readFileSync, writeFileSync } from "node:fs";

const FOLDER = new URL("../dist/", import.meta.url);
const packages = JSON.parse(readFileSync(new URL("licenses.json", FOLDER), "utf8"));

const parts = packages.map(({ name, version, identifier, text }) => {
  if (!identifier) throw new Error(`${name} does not say its licence`);
  const terms =
    text?.trim() ?? `The package has no file with its licence. Its package.json says ${identifier}.`;
  return `${name} ${version}\n${identifier}\n\n${terms}\n`;
});
const head = "The web app contains these packages of other people, under these licences.\n";
writeFileSync(new URL("licenses.txt", FOLDER), [head, ...parts].join(`\n${"-".repeat(80)}\n\n`));
