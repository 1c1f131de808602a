import { useEffect, useState } from "react";
import type { Import } from "../../api";
import { bytes, percent } from "../../lib/measure";
import * as words from "../../locales/imports";
import { Alert } from "../../ui/Alert";
import { Progress } from "../../ui/Progress";
import { SettingsSection } from "../../ui/SettingsPage";
import { type Problem, sendArchive, unfinishedArchive } from "./archiveUpload";
import { FileDrop } from "./FileDrop";
import styles from "./Imports.module.css";
import { RemoveUpload } from "./RemoveUpload";

/** An upload that this page does not send: another device does, or it stopped. It goes on when the file is chosen. */
export function UnfinishedUpload({
  found: { _id, fileName, byteSize },
  problem,
}: {
  found: Import;
  problem: Problem | null;
}) {
  const received = useReceived(_id);
  return (
    <SettingsSection title={words.unfinishedTitle()} isCard>
      <div className={styles.status}>
        <p className={styles.file} dir="auto">
          {fileName}
        </p>
        <Progress
          value={received === null ? 0 : percent(received, byteSize)}
          label={words.unfinishedTitle()}
        />
        <div className={styles.line}>
          <p>{words.unfinished()}</p>
          {received !== null && (
            <p className={styles.figures}>
              {words.bytesOf({ sent: bytes(received), total: bytes(byteSize) })}
            </p>
          )}
        </div>
        <FileDrop words={words.chooseAgain()} help={words.chooseAgainHint()} onFile={sendArchive} />
        <Alert said={problem} className={styles.error} />
        <RemoveUpload id={_id} />
      </div>
    </SettingsSection>
  );
}

/** How many bytes the server has. Only the device that sends them sees them arrive. */
function useReceived(id: string): number | null {
  const [received, setReceived] = useState<number | null>(null);
  useEffect(() => {
    let isShown = true;
    unfinishedArchive().then(
      (upload) => isShown && upload?.id === id && setReceived(upload.received),
      () => {}, // The figure is missing then; choosing the file says what is wrong.
    );
    return () => {
      isShown = false;
    };
  }, [id]);
  return received;
}
