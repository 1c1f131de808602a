import type { Import } from "../../api";
import { translatedRefusal } from "../../lib/language";
import * as words from "../../locales/imports";
import { paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";
import { SettingsSection } from "../../ui/SettingsPage";
import { Counts } from "./Counts";
import styles from "./Imports.module.css";
import { Problems } from "./Problems";

const TITLES = { done: words.doneTitle, failed: words.failedTitle, cancelled: words.cancelledTitle };

/** What became of the member's last import. */
export function ImportResult({ found }: { found: Import }) {
  const { _id, state, fileName, done, skipped, refused, failure } = found;
  if (state !== "done" && state !== "failed" && state !== "cancelled") return null;
  return (
    <>
      <SettingsSection title={TITLES[state]()} help={<bdi>{fileName}</bdi>}>
        <div className={styles.status}>
          {failure && (
            <p role="status">{translatedRefusal(failure.words) ?? (failure.words || words.failed())}</p>
          )}
          {(state !== "failed" || done > 0) && (
            <Counts
              rows={[
                [words.arrived(), done === 0 ? "0" : done],
                [words.hereBefore(), skipped],
                [words.notArrived(), refused],
              ]}
            />
          )}
          {state === "failed" && <p className={styles.hint}>{words.failedHint()}</p>}
          {done > 0 && (
            <div className={styles.actions}>
              <ButtonLink to={paths.profile()}>{words.toProfile()}</ButtonLink>
            </div>
          )}
        </div>
      </SettingsSection>
      {refused > 0 && <Problems importId={_id} left={[]} />}
    </>
  );
}
