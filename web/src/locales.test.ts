import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compileTranslation, generate, PSEUDO, partsOf, readPart } from "../scripts/locales.mjs";

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

  it("has no message that nothing says", () => {
    const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !name.startsWith("locales"))
      .map((name) => readFileSync(`src/${name}`, "utf8"));
    const unsaid = partsOf("en").flatMap((part) => {
      const saying = sources.filter((source) => source.includes(`locales/${part}"`)).join();
      return [...readPart("en", part).keys()].filter((id) => !isSaid(id, saying));
    });
    expect(unsaid).toEqual([]);
  });
});

/** Whether a source calls the message, by the name of its part or imported by its own. */
const isSaid = (id: string, source: string) =>
  new RegExp(`\\.${id}\\b|import \\{[^}]*\\b${id}\\b[^}]*\\} from "[^"]*locales/`).test(source);
