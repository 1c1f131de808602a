import { useMutation } from "convex/react";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { api, type ProfileId } from "../../../api";
import { paths } from "../../../paths";
import { useViewer } from "../../identity/Viewer";
import { ChatSkeleton } from "./ChatSkeleton";

/** Goes on to the conversation with a member, or to their wall where there can be none. */
export function OpenWith({ profileId }: { profileId: ProfileId }) {
  const viewer = useViewer();
  const open = useMutation(api.messages.openConversation);
  const navigate = useNavigate();
  useEffect(() => {
    open({ profileId: viewer.profileId, otherId: profileId })
      .then((chat) => `${paths.intexted()}?chat=${encodeURIComponent(chat)}`)
      .catch(() => paths.preview(profileId))
      .then((place) => navigate(place, { replace: true }));
  }, [open, navigate, viewer.profileId, profileId]);
  return (
    <main aria-busy="true">
      <h1 className="visually-hidden">Intexted</h1>
      <ChatSkeleton />
    </main>
  );
}
