import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compileTranslation, generate, PSEUDO } from "../scripts/locales.mjs";

const languages = readdirSync("locales").filter((language) => language !== "en");

describe("the message catalogue", () => {
  it("is compiled as it stands", () => {
    expect(generate({ check: true })).toEqual([]);
  });

  it.each([...languages, PSEUDO])(
    "is complete in %s, with the parameters of the English messages",
    (language) => {
      expect(() => compileTranslation(language)).not.toThrow();
    },
  );
});
