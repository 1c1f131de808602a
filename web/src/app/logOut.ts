import type { ProfileId } from "../api";
import { leave } from "../features/identity/session";
import { discardAllOf } from "../features/messages/outbox/outbox";
import { wordsFor } from "../lib/refusal";
import * as words from "../locales/account";
import { paths } from "../paths";
import { toast } from "../ui/Toast";

/** Ends with a page load, so that no data of this member stays in memory. */
export async function logOut(profileId?: ProfileId): Promise<void> {
  try {
    await leave();
    if (profileId) await discardAllOf(profileId);
    window.location.assign(paths.login());
  } catch (error) {
    toast(wordsFor(error, words.couldntLogOut()), { tone: "danger" });
  }
}
