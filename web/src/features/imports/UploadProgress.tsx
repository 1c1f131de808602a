import { bytes, percent } from "../../lib/measure";
import * as words from "../../locales/imports";
import { Progress } from "../../ui/Progress";
import { SettingsSection } from "../../ui/SettingsPage";
import type { Sending } from "./archiveUpload";
import styles from "./Imports.module.css";
import { RemoveUpload } from "./RemoveUpload";

/** How much of the archive has arrived, on the page that sends it. */
export function UploadProgress({ sending: { phase, id, fileName, loaded, total } }: { sending: Sending }) {
  const said = phase === "waiting" ? words.waitingForConnection() : words.uploading();
  return (
    <SettingsSection title={words.uploadTitle()} isCard>
      <div className={styles.status}>
        <p className={styles.file} dir="auto">
          {fileName}
        </p>
        <Progress value={percent(loaded, total)} label={words.uploadTitle()} />
        <div className={styles.line}>
          <p role="status">{said}</p>
          <p className={styles.figures}>{words.bytesOf({ sent: bytes(loaded), total: bytes(total) })}</p>
        </div>
        <p className={styles.hint}>{words.uploadHint()}</p>
        <RemoveUpload id={id} />
      </div>
    </SettingsSection>
  );
}
