/** What this browser keeps is one member's, and nobody's who was here before. */
import type { ProfileId } from "../api";
import { lastMember, setLastMember } from "../features/identity/lastMember";
import { deleteCachedChats } from "../features/messages/chatCache";
import { deleteAllButOutbox } from "../features/messages/outbox";
import { deleteCachedFeed } from "../features/posts/feedCache";

/** A session may have ended without anybody leaving; what was kept for reading offline goes with it. */
export const deleteOfflineData = () => Promise.all([deleteCachedFeed(), deleteCachedChats()]);

/** Whoever comes finds nothing of somebody else, in whatever way that one left. Messages on their way know whose they are. */
export async function deleteDataOfOthers(profileId: ProfileId): Promise<void> {
  if (lastMember() === profileId) return;
  await deleteAllButOutbox();
  setLastMember(profileId);
}
