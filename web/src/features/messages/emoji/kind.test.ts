import { expect, it } from "vitest";
import { kindOf } from "./kind";

it("knows one to six emoji, of whatever parts, from words", () => {
  for (const emoji of ["😀", "❤️", "👍🏽", "👩‍👩‍👧", "🇫🇷", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣", "🎉🎉🎉🎉🎉🎉"])
    expect(kindOf(emoji), emoji).toBe("emoji");
  for (const words of ["", "7", "ok", "😀!", "🎉🎉🎉🎉🎉🎉🎉", "a😀"])
    expect(kindOf(words), words).toBe("text");
});
