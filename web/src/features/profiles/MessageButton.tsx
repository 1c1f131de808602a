import { useMutation } from "convex/react";
import { api, type Profile } from "../../api";
import { navigate } from "../../lib/history";
import { wordsFor } from "../../lib/refusal";
import * as words from "../../locales/profile";
import { paths } from "../../paths";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { toast } from "../../ui/Toast";
import { useViewer } from "../identity/Viewer";

/** Opens the conversation with a member in flow. In a list, its name says whose. */
export function MessageButton({
  person,
  isInList = false,
}: {
  person: Pick<Profile, "_id" | "username">;
  isInList?: boolean;
}) {
  const viewer = useViewer();
  const open = useMutation(api.messages.openConversation);
  async function message(): Promise<void> {
    try {
      const chat = await open({ profileId: viewer.profileId, otherId: person._id });
      navigate(`${paths.intexted()}?chat=${encodeURIComponent(chat)}`);
    } catch (error) {
      toast(wordsFor(error, words.couldntOpenConversation()), { tone: "danger" });
    }
  }
  return (
    <Button
      onClick={message}
      aria-label={isInList ? words.messageTo({ username: person.username }) : undefined}
    >
      {isInList && <Icon name="intexted" />}
      <span>{words.message()}</span>
    </Button>
  );
}
