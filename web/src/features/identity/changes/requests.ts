import { post } from "../../../lib/http";
import * as words from "../../../locales/changes";
import * as undoWords from "../../../locales/undoEmailChange";
import type { Challenge } from "../identity";

/** Codes are on their way to the present and to the new address. */
export interface EmailChange {
  former: Challenge;
  new: Challenge;
}

export const beginEmailChange = (email: string): Promise<EmailChange> =>
  post("/api/identity/email", { email }, words.couldntSend());

export const completeEmailChange = (
  change: EmailChange,
  formerCode: string,
  code: string,
): Promise<{ email: string }> =>
  post(
    "/api/identity/email/complete",
    {
      formerChallengeId: change.former.challengeId,
      formerCode,
      challengeId: change.new.challengeId,
      code,
    },
    words.couldntChange(),
  );

/** `link` is the part of the link behind its `#`. */
export const undoEmailChange = (link: string): Promise<unknown> =>
  post("/api/identity/email/undo", { link }, undoWords.couldntUndo());

export const changeUsername = (username: string): Promise<{ username: string }> =>
  post("/api/identity/username", { username }, words.couldntChange());
