import { useMutation } from "convex/react";
import { api } from "../../api";
import * as words from "../../locales/limited";
import { OwnList } from "./OwnList";

/** The members whom the viewer limited; each limit can be ended. */
export function LimitedMembers() {
  const unlimit = useMutation(api.profiles.unlimit);
  return (
    <OwnList
      query={api.profiles.getLimited}
      words={{
        loading: words.loading(),
        none: words.none(),
        noneHint: words.noneHint(),
        undo: words.unlimit(),
        undoOf: (username) => words.unlimitOf({ username }),
      }}
      undo={({ _id: profileId }) => unlimit({ profileId })}
    />
  );
}
