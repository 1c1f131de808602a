import * as words from "../../locales/imports";
import { Alert } from "../../ui/Alert";
import { SettingsSection } from "../../ui/SettingsPage";
import { type Problem, sendArchive } from "./archiveUpload";
import { FileDrop } from "./FileDrop";
import styles from "./Imports.module.css";

/** Where archives come from, and the choice of one. */
export function ChooseArchive({ title, problem }: { title: string; problem: Problem | null }) {
  return (
    <SettingsSection title={title} help={words.intro()}>
      <div className={styles.status}>
        <FileDrop words={words.choose()} help={words.chooseHint()} onFile={sendArchive} />
        <Alert said={problem} className={styles.error} />
        <details className={styles.more}>
          <summary>{words.sources()}</summary>
          <dl className={styles.sources}>
            {sources().map(([name, how]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{how}</dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
    </SettingsSection>
  );
}

const sources = () => [
  [words.inflow(), words.inflowHow()],
  [words.instagram(), words.instagramHow()],
  [words.pixelfed(), words.pixelfedHow()],
  [words.mastodon(), words.mastodonHow()],
  [words.googleTakeout(), words.googleTakeoutHow()],
  [words.folder(), words.folderHow()],
];
