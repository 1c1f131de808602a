import { useState } from "react";
import type { Profile, SubjectKind } from "../../api";
import * as words from "../../locales/profile";
import * as reportingWords from "../../locales/reporting";
import { MoreMenu } from "../../ui/MoreMenu";
import { BlockDialog } from "../flow/BlockDialog";
import { ReportDialog } from "../moderation/ReportButton";
import { useLimiting } from "../safety/useLimiting";
import { useMuting } from "../safety/useMuting";
import { MessageButton } from "./MessageButton";

/** Further actions for a member: write to them, report, mute, limit or block them. */
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
  const [reporting, setReporting] = useState<SubjectKind | null>(null);
  const muting = useMuting(profile);
  const limiting = useLimiting(profile);
  const report = (kind: SubjectKind, words: string) => ({ words, onPick: () => setReporting(kind) });
  return (
    <>
      {isSynced && <MessageButton person={profile} />}
      <MoreMenu
        label={words.more({ username: profile.username })}
        items={[
          report("profile", reportingWords.profile()),
          ...(profile.quote ? [report("quote", reportingWords.quote())] : []),
          muting,
          limiting,
          { words: words.block(), onPick: () => setBlocking(profile), isDanger: true },
        ]}
      />
      <ReportDialog
        subject={reporting && { kind: reporting, id: profile._id, username: profile.username }}
        onClose={() => setReporting(null)}
      />
      <BlockDialog person={blocking} onClose={() => setBlocking(null)} onBlocking={onBlocking} />
    </>
  );
}
