import { expect, it } from "vitest";
import { compileWords } from "./wordFilter";

const finds = (word: string, text: string) => compileWords([word])(text) === word;

it.each([
  ["spider", "A Spider, in the bath"],
  ["spider", "#spider"],
  ["spider", "low_spider_tide"],
  ["low tide", "At LOW\n  tide."],
  ["Straße", "STRASSE"],
  ["strasse", "Große Straße"],
  ["ΟΔΟΣ", "η οδος"],
  ["café", "cafe\u0301"],
  ["spider", "ｓｐｉｄｅｒ"],
  ["spider", "spi\u00adder"],
  ["don't", "Don’t"],
  ["araignée", "l’araignée"],
  ["паук", "Это Паук!"],
  ["عنكبوت", "هذا عنكبوت كبير"],
  ["मकड़ी", "एक मकड़ी"],
  ["蜘蛛", "大きな蜘蛛がいる"],
  ["クモ", "あのクモは"],
  ["แมงมุม", "มีแมงมุมตัวใหญ่"],
  ["spider", "蜘蛛spiderです"],
  ["c++", "I like C++."],
  ["🕷️🕸", "eek 🕷🕸!"],
  ["𝒜𝒷", "ab"],
])("finds %s in %s", (word, text) => {
  expect(finds(word, text)).toBe(true);
});

it.each([
  ["spider", "spiders"],
  ["ass", "assassin"],
  ["tide", "tidé"],
  ["low tide", "low and tide"],
  ["паук", "пауки"],
  ["मकड", "मकड़ी"],
  ["cat", "cat2"],
  ["spider", ""],
])("does not find %s in %s", (word, text) => {
  expect(finds(word, text)).toBe(false);
});

it("looks behind an occurrence that is a part of another word", () => {
  expect(finds("ass", "assassin, ass")).toBe(true);
});

it("names the first word of the list, as the member wrote it", () => {
  const find = compileWords(["Tide", "SPIDER"]);
  expect(find("a spider at low tide")).toBe("Tide");
  expect(find("a spider")).toBe("SPIDER");
  expect(find("a spider")).toBe("SPIDER");
});

it("finds nothing with an empty list", () => {
  expect(compileWords([])("a spider")).toBe(null);
});
