import { expect, it } from "vitest";
import { CATEGORIES, emojiFor, emojiOfCategory } from "./emoji";

it("has the ten categories of the product, and something in each", () => {
  expect(CATEGORIES.map(({ name }) => name).sort()).toEqual([
    "activities",
    "animals_nature",
    "custom",
    "flags",
    "food_drink",
    "objects",
    "smileys_people",
    "suggested",
    "symbols",
    "travel_places",
  ]);
  for (const { name } of CATEGORIES) expect(emojiOfCategory(name).length, name).toBeGreaterThan(10);
});

it("finds an emoji by its name, by what people call it, and by several words", () => {
  expect(emojiFor("camera")[0]?.name).toMatch(/^camera/);
  expect(emojiFor("lol").map(({ emoji }) => emoji)).toContain("😂");
  expect(emojiFor("RED heart").map(({ emoji }) => emoji)).toContain("❤️");
  expect(emojiFor("no such thing")).toEqual([]);
});

it("suggests what it knows", () => {
  expect(emojiOfCategory("suggested")).toHaveLength(12);
});
