import { useState } from "react";
import type { Profile } from "../../api";
import * as words from "../../locales/profile";
import { MoreMenu } from "../../ui/MoreMenu";
import { BlockDialog } from "../flow/BlockDialog";
import { MessageButton } from "./MessageButton";

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
  const [blocking, setBlocking] = useState<Profile | null>(null);
  return (
    <>
      {isSynced && <MessageButton person={profile} />}
      <MoreMenu
        label={words.more({ username: profile.username })}
        items={[{ words: words.block(), onPick: () => setBlocking(profile), isDanger: true }]}
      />
      <BlockDialog person={blocking} onClose={() => setBlocking(null)} onBlocking={onBlocking} />
    </>
  );
}
