import { useMutation } from "convex/react";
import { useEffect } from "react";
import { api, type ProfileId } from "../../../api";
import { navigate } from "../../../lib/history";
import * as messagesWords from "../../../locales/messages";
import { paths } from "../../../paths";
import { useViewer } from "../../identity/Viewer";
import { ChatSkeleton } from "./ChatSkeleton";

/** Goes on to the conversation with a member, or to their wall where there can be none. */
export function OpenWith({ profileId }: { profileId: ProfileId }) {
  const viewer = useViewer();
  const open = useMutation(api.messages.openConversation);
  useEffect(() => {
    open({ profileId: viewer.profileId, otherId: profileId })
      .then((chat) => `${paths.intexted()}?chat=${encodeURIComponent(chat)}`)
      .catch(() => paths.preview(profileId))
      .then((place) => navigate(place, { replace: true }));
  }, [open, viewer.profileId, profileId]);
  return (
    <main aria-busy="true">
      <h1 className="visually-hidden">{messagesWords.title()}</h1>
      <ChatSkeleton />
    </main>
  );
}
