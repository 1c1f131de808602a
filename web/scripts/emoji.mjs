// Writes src/features/messages/emoji/emoji.txt, the list of the emoji picker, from a release of emojibase-data (MIT;
// the names are Unicode's). Run it by hand after a new release and commit the result, so that neither a build nor a
// browser needs the package.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const RELEASE = "emojibase-data@17.0.0";
const OUTPUT = new URL("../src/features/messages/emoji/emoji.txt", import.meta.url);
// Newer ones are empty boxes on most telephones.
const NEWEST = 15.1;
// emojibase's numbers for Unicode's groups. Group 2 holds components of emoji, which members do not write.
const CATEGORIES = [
  ["smileys_people", [0, 1]],
  ["animals_nature", [3]],
  ["food_drink", [4]],
  ["travel_places", [5]],
  ["activities", [6]],
  ["objects", [7]],
  ["symbols", [8]],
  ["flags", [9]],
];

const folder = mkdtempSync(join(tmpdir(), "emoji-"));
try {
  const packed = execFileSync("npm", ["pack", "--silent", RELEASE], { cwd: folder, encoding: "utf8" }).trim();
  execFileSync("tar", ["xzf", packed, "package/en/data.json"], { cwd: folder });
  const all = JSON.parse(readFileSync(join(folder, "package/en/data.json"), "utf8"));
  writeFileSync(OUTPUT, textOf(all.filter(({ version }) => version <= NEWEST)));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function textOf(all) {
  const parts = CATEGORIES.map(([name, groups]) => {
    const own = all.filter(({ group }) => groups.includes(group)).sort((one, two) => one.order - two.order);
    return [`# ${name}`, ...own.map(lineOf)].join("\n");
  });
  return `${parts.join("\n")}\n`;
}

/** 'emoji name, other words to find it by'. */
function lineOf({ emoji, label, tags = [] }) {
  const name = label.replaceAll(",", "");
  const others = tags.filter((tag) => !name.includes(tag));
  return [`${emoji} ${name}`, ...others].join(", ");
}
