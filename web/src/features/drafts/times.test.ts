import { describe, expect, it } from "vitest";
import { choices, fromField, momentWords, toField } from "./times";

const now = new Date(2026, 5, 15, 12, 7, 30);

describe("the time of a scheduled foto", () => {
  it("is what the field says, in local time", () => {
    const at = new Date(2027, 0, 2, 3, 4);

    expect(toField(at)).toBe("2027-01-02T03:04");
    expect(fromField(toField(at))).toEqual(at);
  });

  it("is none while the field is incomplete", () => {
    expect(fromField("")).toBeNull();
    expect(fromField("2026-13-01T10:00")).toBeNull();
  });

  it("is two minutes to a year ahead, and this time tomorrow at first", () => {
    expect(choices(now)).toEqual({
      min: "2026-06-15T12:09",
      max: "2027-06-15T12:05",
      suggested: "2026-06-16T12:15",
    });
  });

  it("is said with the year where that is another one", () => {
    expect(momentWords(new Date(2026, 5, 16, 9, 5), now)).not.toContain("2026");
    expect(momentWords(new Date(2027, 5, 16, 9, 5), now)).toContain("2027");
  });
});
