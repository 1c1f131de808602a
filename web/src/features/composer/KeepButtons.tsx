import { useState } from "react";
import * as words from "../../locales/drafts";
import { Button } from "../../ui/Button";
import { lazyDialog } from "../../ui/lazyWithRetry";
import styles from "./KeepButtons.module.css";
import type { Keeping } from "./useKeeping";
import type { OpenedDraft } from "./useOpenedDraft";

const ScheduleDialog = lazyDialog(
  async () => (await import("../drafts/ScheduleDialog")).ScheduleDialog,
  ({ open }: { open: boolean }) => open,
);

/** The ways to keep a foto that is not posted now. */
export function KeepButtons({
  keeping,
  opened,
  disabled,
}: {
  keeping: Keeping;
  opened: OpenedDraft | null;
  disabled: boolean;
}) {
  const [isAsking, setAsking] = useState(false);
  const { isSaving } = keeping;
  return (
    <div className={styles.keep}>
      <Button variant="ghost" disabled={disabled || isSaving} onClick={keeping.saveAndLeave}>
        {isSaving ? words.saving() : words.save()}
      </Button>
      <Button variant="ghost" disabled={disabled || isSaving} onClick={() => setAsking(true)}>
        {words.postLater()}
      </Button>
      <ScheduleDialog
        open={isAsking}
        now={{ at: opened?.publishAt ?? null, postType: opened?.postType ?? null }}
        schedule={keeping.schedule}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
