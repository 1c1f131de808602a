import { useMutation } from "convex/react";
import { api, type Profile } from "../../api";
import { wordsFor } from "../../lib/refusal";
import * as actions from "../../locales/actions";
import * as words from "../../locales/limiting";
import { toast } from "../../ui/Toast";
import { useOptionalQuery } from "../../ui/useOptionalQuery";

/** The item of a menu that limits a member, or takes that back. */
export function useLimiting({ _id: profileId, username }: Pick<Profile, "_id" | "username">) {
  const isLimited = useOptionalQuery(api.profiles.isLimited, { profileId }) ?? false;
  const limit = useMutation(api.profiles.limit);
  const unlimit = useMutation(api.profiles.unlimit);
  async function turn(): Promise<void> {
    try {
      await (isLimited ? unlimit : limit)({ profileId });
      toast(isLimited ? words.unlimited({ username }) : words.limited({ username }));
    } catch (error) {
      toast(wordsFor(error, actions.failed()), { tone: "danger" });
    }
  }
  return { words: isLimited ? words.unlimit() : words.limit(), onPick: () => void turn() };
}
