import { describe, expect, it } from "vitest";
import { FILTERS, filterNamed, filterStyle, OFFERED, UNTOUCHED } from "./filters";

const SPECIFIED =
  "none melt outoffocus grauge 2004s clarendon gingham moon lark reyes juno slumber crema ludwig aden perpetua";

describe("the filters", () => {
  it("are the sixteen of the specification, and no two look the same", () => {
    expect(FILTERS.toSorted()).toEqual(SPECIFIED.split(" ").toSorted());
    expect(new Set(FILTERS.map((name) => filterStyle(name, UNTOUCHED).filter)).size).toBe(16);
    for (const name of OFFERED) expect(FILTERS).toContain(name);
  });

  it("are none where the name is not known, whatever it is", () => {
    for (const name of ["", "sparkle", "toString", "__proto__"]) expect(filterNamed(name)).toBe("none");
    expect(filterStyle("sparkle", UNTOUCHED)).toEqual({});
  });

  it("come before the adjustments, and those that change nothing are left out", () => {
    expect(filterStyle("moon", { ...UNTOUCHED, contrast: 80 }).filter).toMatch(
      /^grayscale.*contrast\(80%\)$/,
    );
    expect(filterStyle("none", { brightness: 0, contrast: 200, saturation: 100 }).filter).toBe(
      "brightness(0%) contrast(200%)",
    );
  });
});
