import { describe, expect, it } from "vitest";
import { secondsUntil } from "./calendar";
import { ago } from "./time";

const now = new Date("2026-06-15T12:00:00Z");
const earlier = (seconds: number) => new Date(now.getTime() - seconds * 1000);

describe("time, told as people tell it", () => {
  it("is said as 'x ago'", () => {
    expect(ago(earlier(60), now)).toBe("1 minute ago");
    expect(ago(earlier(3 * 3600 + 59), now)).toBe("3 hours ago");
    expect(ago(earlier(9 * 86_400), now)).toBe("1 week ago");
  });

  it("is 'just now' for what is young, or from a clock ahead of ours", () => {
    expect(ago(earlier(20), now)).toBe("just now");
    expect(ago(earlier(-300), now)).toBe("just now");
  });

  it("counts down in whole seconds and stops at zero", () => {
    expect(secondsUntil(earlier(-29.2), now)).toBe(30);
    expect(secondsUntil(earlier(5), now)).toBe(0);
  });
});
