import type { ProfileId } from "../../api";
import { getNote, putNote } from "../../lib/offlineStorage";

const KEY = "last-here";

/** Whose it is what this browser keeps for reading offline, while nobody can be asked who is here. */
export const lastMember = () => getNote(KEY) as ProfileId | undefined;

export const setLastMember = (profileId: ProfileId) => putNote(KEY, profileId);
