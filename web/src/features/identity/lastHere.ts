import type { ProfileId } from "../../api";
import { note, noted } from "../../lib/shelf";

const KEY = "last-here";

/** Whose it is what this browser keeps for reading offline, while nobody can be asked who is here. */
export const lastHere = () => noted(KEY) as ProfileId | undefined;

export const isHere = (profileId: ProfileId) => note(KEY, profileId);
