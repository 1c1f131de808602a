/** Whether a member has still to see the first cards. Their browser remembers it, for each member by itself. */
import type { ProfileId } from "../../api";
import { local } from "../../lib/storage";

const keyOf = (profileId: ProfileId) => `onboarding:${profileId}`;

/** From the first welcome on, until the member has closed the cards. */
export function scheduleCards(profileId: ProfileId): void {
  if (local.get(keyOf(profileId)) === null) local.set(keyOf(profileId), "due");
}

export const areCardsDue = (profileId: ProfileId): boolean => local.get(keyOf(profileId)) === "due";

export const closeCards = (profileId: ProfileId): void => local.set(keyOf(profileId), "closed");
