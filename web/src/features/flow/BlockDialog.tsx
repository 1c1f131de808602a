import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Profile } from "../../api";
import { wordsFor } from "../../lib/refusal";
import * as words from "../../locales/flow";
import * as reportingWords from "../../locales/reporting";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { toast } from "../../ui/Toast";
import { useLastNonNull } from "../../ui/useLastNonNull";
import { useViewer } from "../identity/Viewer";
import { ReportDialog } from "../moderation/ReportButton";
import styles from "./BlockDialog.module.css";

type Person = Pick<Profile, "_id" | "username">;

/**
 * Asks before a member is blocked; the two answers are pictures with a word under each. `onBlocking` hears it before the
 * member disappears, and once more if they do not.
 */
export function BlockDialog({
  person,
  onClose,
  onBlocking,
}: {
  person: Person | null;
  onClose: () => void;
  onBlocking?: (isBlocking: boolean) => void;
}) {
  const viewer = useViewer();
  const block = useMutation(api.profiles.blockUser);
  const shown = useLastNonNull(person);
  const named = shown?.username ?? "";
  const [isBusy, setBusy] = useState(false);
  async function confirm(): Promise<void> {
    if (!person) return;
    setBusy(true);
    onBlocking?.(true);
    try {
      await block({ blockerId: viewer.profileId, blockedId: person._id });
      toast(words.blocked({ username: person.username }));
      onClose();
    } catch (error) {
      onBlocking?.(false);
      toast(wordsFor(error, words.couldntBlock()), { tone: "danger" });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Dialog open={person !== null} onClose={onClose} title={words.sure()}>
      <DialogWords>{words.blockHint({ username: named })}</DialogWords>
      <div className={styles.answers}>
        <button type="button" disabled={isBusy} onClick={confirm}>
          <svg viewBox="0 0 96 64" aria-hidden="true">
            <path d="M14 46c8-22 16-30 22-24s-2 20 6 20 6-26 18-26 8 22 22 30M8 8l80 48" />
          </svg>
          {words.hadEnough()}
        </button>
        <button type="button" onClick={onClose}>
          <svg viewBox="0 0 96 64" aria-hidden="true">
            <path d="M8 26c12-12 24-12 40 0s28 12 40 0M8 42c12-12 24-12 40 0s28 12 40 0" />
          </svg>
          {words.nvm()}
        </button>
      </div>
      {shown && <AlsoReport key={shown._id} person={shown} />}
    </Dialog>
  );
}

/** Before the block: a blocked member can't be reported any more, because they are out of sight. */
function AlsoReport({ person }: { person: Person }) {
  const [isOpen, setOpen] = useState(false);
  const [isSent, setSent] = useState(false);
  return (
    <>
      <Button variant="ghost" wide disabled={isSent} onClick={() => setOpen(true)}>
        {isSent ? reportingWords.reported() : reportingWords.also()}
      </Button>
      <ReportDialog
        subject={isOpen ? { kind: "profile", id: person._id, username: person.username } : null}
        onClose={() => setOpen(false)}
        onSent={() => setSent(true)}
      />
    </>
  );
}
