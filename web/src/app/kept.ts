/** What this browser keeps is one member's, and nobody's who was here before. */
import type { ProfileId } from "../api";
import { isHere, lastHere } from "../features/identity/lastHere";
import { forgetChats } from "../features/messages/keptChats";
import { forgetAllElse } from "../features/messages/outbox";
import { forgetFeed } from "../features/posts/keptFeed";

/** A session may have ended without anybody leaving; what was kept for reading offline goes with it. */
export const forgetKept = () => Promise.all([forgetFeed(), forgetChats()]);

/** Whoever comes finds nothing of somebody else, in whatever way that one left. Messages on their way know whose they are. */
export async function keepOnlyOf(profileId: ProfileId): Promise<void> {
  if (lastHere() === profileId) return;
  await forgetAllElse();
  isHere(profileId);
}
