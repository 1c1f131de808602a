import type { ProfileId } from "../../api";
import { getNote, putNote } from "../../lib/offlineStorage";

const KEY = "last-here";

/** The owner of this browser's offline data, for times when the server cannot be reached. */
export const lastMember = () => getNote(KEY) as ProfileId | undefined;

export const setLastMember = (profileId: ProfileId) => putNote(KEY, profileId);
