import { useMutation } from "convex/react";
import { api, type Profile } from "../../api";
import { wordsFor } from "../../lib/refusal";
import * as actions from "../../locales/actions";
import * as words from "../../locales/muting";
import { toast } from "../../ui/Toast";
import { useOptionalQuery } from "../../ui/useOptionalQuery";

/** The item of a menu that mutes a member, or takes that back. */
export function useMuting({ _id: profileId, username }: Pick<Profile, "_id" | "username">) {
  const isMuted = useOptionalQuery(api.profiles.isMuted, { profileId }) ?? false;
  const mute = useMutation(api.profiles.mute);
  const unmute = useMutation(api.profiles.unmute);
  async function turn(): Promise<void> {
    try {
      await (isMuted ? unmute : mute)({ profileId });
      toast(isMuted ? words.unmuted({ username }) : words.muted({ username }));
    } catch (error) {
      toast(wordsFor(error, actions.failed()), { tone: "danger" });
    }
  }
  return { words: isMuted ? words.unmute() : words.mute(), onPick: () => void turn() };
}
