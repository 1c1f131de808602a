import { expect, it } from "vitest";
import { bytes, percent } from "./measure";
import { clipped, lengthOf } from "./text";

it("says sizes the way people compare them", () => {
  expect(bytes(812)).toBe("812 B");
  expect(bytes(196_653)).toBe("197 kB");
  expect(bytes(12_340_000)).toBe("12.3 MB");
});

it("never shows more than the whole, nor divides by nothing", () => {
  expect(percent(5, 10)).toBe(50);
  expect(percent(12, 10)).toBe(100);
  expect(percent(1, 0)).toBe(0);
});

it("counts an emoji as one character, as the server does", () => {
  expect(lengthOf("low tide 🌊")).toBe(10);
  expect(clipped("🌊🌊🌊", 2)).toBe("🌊🌊");
  expect(clipped("tide", 10)).toBe("tide");
});
