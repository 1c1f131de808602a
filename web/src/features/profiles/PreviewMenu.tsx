import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Profile } from "../../api";
import { navigate } from "../../lib/history";
import { wordsFor } from "../../lib/refusal";
import * as profileWords from "../../locales/profile";
import { paths } from "../../paths";
import { Button } from "../../ui/Button";
import { toast } from "../../ui/Toast";
import { BlockDialog } from "../flow/BlockDialog";
import { useViewer } from "../identity/Viewer";

/** Further actions for a member: write to them, or block them. */
export function PreviewMenu({
  profile,
  isSynced,
  onBlocking,
}: {
  profile: Profile;
  isSynced: boolean;
  onBlocking: (isBlocking: boolean) => void;
}) {
  const viewer = useViewer();
  const open = useMutation(api.messages.openConversation);
  const [blocking, setBlocking] = useState<Profile | null>(null);
  async function message(): Promise<void> {
    try {
      const chat = await open({ profileId: viewer.profileId, otherId: profile._id });
      navigate(`${paths.intexted()}?chat=${encodeURIComponent(chat)}`);
    } catch (error) {
      toast(wordsFor(error, profileWords.couldntOpenConversation()), { tone: "danger" });
    }
  }
  return (
    <>
      {isSynced && <Button onClick={message}>{profileWords.message()}</Button>}
      <Button variant="ghost" onClick={() => setBlocking(profile)}>
        {profileWords.block()}
      </Button>
      <BlockDialog person={blocking} onClose={() => setBlocking(null)} onBlocking={onBlocking} />
    </>
  );
}
