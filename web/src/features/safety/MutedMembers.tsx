import { useMutation } from "convex/react";
import { api } from "../../api";
import * as words from "../../locales/muted";
import { OwnList } from "./OwnList";

/** The members whom the viewer muted; each can be unmuted. */
export function MutedMembers() {
  const unmute = useMutation(api.profiles.unmute);
  return (
    <OwnList
      query={api.profiles.getMuted}
      words={{
        loading: words.loading(),
        none: words.none(),
        noneHint: words.noneHint(),
        undo: words.unmute(),
        undoOf: (username) => words.unmuteOf({ username }),
      }}
      undo={({ _id: profileId }) => unmute({ profileId })}
    />
  );
}
