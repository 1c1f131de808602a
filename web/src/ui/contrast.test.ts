import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const read = (file: string) => readFileSync(new URL(file, import.meta.url), "utf8");
const tokens = read("./tokens.css");
const GROUNDS = ["ground", "surface-1", "surface-2", "surface-3"].map(colourOf);
const LEAST_OF_TEXT = 4.5;
/** Of what shows where a control is (WCAG 2.2, 1.4.11). */
const LEAST_OF_CONTROLS = 3;

type Colour = [red: number, green: number, blue: number, alpha: number];

describe("every colour stands out from each ground that it is drawn on", () => {
  it.each([
    "text",
    "text-2",
    "text-3",
    "danger",
    "hue-sphere",
    "hue-scenic",
    "hue-lifestyle",
    "hue-randomized",
  ])("%s, as text", (name) => {
    expect(Math.min(...GROUNDS.map((ground) => contrast(colourOf(name), ground)))).toBeGreaterThan(
      LEAST_OF_TEXT,
    );
  });

  it("the line around a field, a box to tick and a switch", () => {
    const least = Math.min(...GROUNDS.map((ground) => contrast(colourOf("line-field"), ground)));
    expect(least).toBeGreaterThan(LEAST_OF_CONTROLS);
  });

  it.each([
    "./Field.module.css",
    "./SearchBox.module.css",
    "./Switch.module.css",
    "../features/comments/Comments.module.css",
    "../features/messages/chat/Chat.module.css",
    "../features/identity/CodeField.module.css",
    "../features/editor/AdjustPanel.module.css",
  ])("%s has that line", (file) => {
    expect(read(file)).toContain("var(--line-field)");
  });
});

function colourOf(name: string): Colour {
  const value = new RegExp(`--${name}: ([^;]+);`).exec(tokens)?.[1] ?? "";
  const digits = /^#(.+)$/.exec(value)?.[1];
  if (digits === undefined) {
    const [red = 0, green = 0, blue = 0, alpha = 100] = (value.match(/\d+/g) ?? []).map(Number);
    return [red, green, blue, alpha / 100];
  }
  const pairs = digits.length === 3 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? []);
  const [red = 0, green = 0, blue = 0] = pairs.map((pair) => Number.parseInt(pair, 16));
  return [red, green, blue, 1];
}

function contrast([red, green, blue, alpha]: Colour, ground: Colour): number {
  const drawn = [red, green, blue].map((part, at) => part * alpha + (ground[at] ?? 0) * (1 - alpha));
  const [darker = 0, lighter = 0] = [luminance(drawn), luminance(ground.slice(0, 3))].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(parts: number[]): number {
  const [red = 0, green = 0, blue = 0] = parts
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
