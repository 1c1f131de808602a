/** The data that this browser stores belongs to one member. It is deleted before another member sees it. */
import type { ProfileId } from "../api";
import { lastMember, setLastMember } from "../features/identity/lastMember";
import { deleteCachedChats } from "../features/messages/chat/chatCache";
import { deleteCachedFeed } from "../features/posts/feedCache";
import { deleteAllButOutbox } from "../lib/offlineStorage";

/** A session may end without a log-out; the data for offline reading is deleted then. */
export const deleteOfflineData = () => Promise.all([deleteCachedFeed(), deleteCachedChats()]);

/**
 * A member never finds data of another one, however the other session ended. Pending messages carry their sender's id
 * and stay.
 */
export async function deleteDataOfOthers(profileId: ProfileId): Promise<void> {
  if (lastMember() === profileId) return;
  await deleteAllButOutbox();
  setLastMember(profileId);
}
