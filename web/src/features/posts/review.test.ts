import { expect, it } from "vitest";
import { isJudgement } from "./review";

it("a moderator can be asked about what the content check says, and not about what was decided", () => {
  expect(isJudgement("This image contains inappropriate content.")).toBe(true);
  expect(
    isJudgement("Moderators have removed this photo. If that was a mistake, appeal against their decision."),
  ).toBe(false);
  expect(isJudgement("This photo can't be uploaded here. If that is a mistake, please contact us.")).toBe(
    false,
  );
});
