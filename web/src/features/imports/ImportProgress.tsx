import type { Import } from "../../api";
import { formatNumber, translatedRefusal } from "../../lib/language";
import { percent } from "../../lib/measure";
import * as words from "../../locales/imports";
import { Progress } from "../../ui/Progress";
import { SettingsSection } from "../../ui/SettingsPage";
import { CancelImport } from "./CancelImport";
import styles from "./Imports.module.css";

/** How far the server is with reading an archive, or with its fotos. */
export function ImportProgress({ found }: { found: Import }) {
  const { _id, state, fileName, total, done, skipped, refused, failure } = found;
  const isReading = state === "reading";
  const title = isReading ? words.readingTitle() : words.workingTitle();
  const treated = done + skipped + refused;
  return (
    <SettingsSection title={title} isCard>
      <div className={styles.status}>
        <p className={styles.file} dir="auto">
          {fileName}
        </p>
        <Progress value={isReading || total === 0 ? null : percent(treated, total)} label={title} />
        <div className={styles.line}>
          <p role="status">{status(isReading, failure?.words)}</p>
          {!isReading && (
            <p className={styles.figures}>
              {words.itemsOf({ done: formatNumber(treated), total: formatNumber(total) })}
            </p>
          )}
        </div>
        <p className={styles.hint}>{words.leave()}</p>
        <div className={styles.actions}>
          <CancelImport importId={_id} done={done} />
        </div>
      </div>
    </SettingsSection>
  );
}

function status(isReading: boolean, pause: string | undefined): string {
  if (isReading) return words.reading();
  return pause ? words.waits({ reason: translatedRefusal(pause) ?? pause }) : words.working();
}
