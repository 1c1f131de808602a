import { describe, expect, it } from "vitest";
import { csv } from "./csv";

describe("comma-separated values", () => {
  it("are a line for each row", () => {
    expect(
      csv([
        ["username", "name"],
        ["bob", "Bob Doe"],
      ]),
    ).toBe("username,name\r\nbob,Bob Doe\r\n");
  });

  it("quote what would end a cell", () => {
    expect(csv([['Doe, "B"', "a\nb"]])).toBe('"Doe, ""B""","a\nb"\r\n');
  });

  it.each(["=1+1", "+1", "-1", "@SUM(1)"])("run nothing in a spreadsheet: %s", (name) => {
    expect(csv([[name]])).toBe(`'${name}\r\n`);
  });
});
