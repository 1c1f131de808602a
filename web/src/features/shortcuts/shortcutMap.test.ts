import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { CONSOLE_SHORTCUTS } from "./consoleShortcuts";
import { keyOf, SHORTCUTS, shortcutListener } from "./shortcutMap";

const plain = { code: "", altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };
const home = { to: "/homefeed" };

it("two keys one after the other lead to a place", () => {
  const hear = shortcutListener();
  expect([hear("g", 0), hear("h", 400)]).toEqual([null, home]);
});

it("whoever waits too long begins anew", () => {
  const hear = shortcutListener();
  expect([hear("g", 0), hear("h", 1_500), hear("j", 1_600)]).toEqual([null, null, "next"]);
});

it("a wrong second key is forgotten, and a second beginning begins anew", () => {
  const hear = shortcutListener();
  expect([hear("g", 0), hear("x", 10), hear("h", 20)]).toEqual([null, null, null]);
  expect([hear("g", 30), hear("g", 40), hear("h", 50)]).toEqual([null, null, home]);
});

it("a key means nothing while another one is held", () => {
  for (const held of ["altKey", "ctrlKey", "metaKey"])
    expect(keyOf({ ...plain, key: "n", [held]: true })).toBeNull();
  expect(keyOf({ ...plain, key: "N", shiftKey: true })).toBeNull();
});

it("capitals by the lock, another script and signs that need Shift are what they mean", () => {
  expect(keyOf({ ...plain, key: "G" })).toBe("g");
  expect(keyOf({ ...plain, key: "п", code: "KeyG" })).toBe("g");
  expect(keyOf({ ...plain, key: "/", code: "Digit7", shiftKey: true })).toBe("/");
  expect(keyOf({ ...plain, key: "?", shiftKey: true })).toBe("?");
  expect(keyOf({ ...plain, key: "Enter" })).toBeNull();
});

it("no key hides another, and each is in the documents", () => {
  const all = [...SHORTCUTS, CONSOLE_SHORTCUTS].flatMap(({ keys }) => keys);
  for (const sections of [SHORTCUTS, [CONSOLE_SHORTCUTS]]) {
    const pressed = sections.flatMap(({ keys }) => keys).map(({ keys }) => keys.join(" "));
    expect(new Set(pressed).size).toBe(pressed.length);
  }
  expect(all.filter(({ keys }) => keys.length === 1 && keys[0] === "g")).toEqual([]);
  const page = readFileSync("../docs/how-to/use-the-keyboard.md", "utf8");
  for (const { keys, words } of all)
    expect(page).toContain(`| ${keys.map((key) => `\`${key}\``).join(" ")} | ${words()} |`);
});
