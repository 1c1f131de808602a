import * as composerWords from "../../locales/composer";
import { Alert } from "../../ui/Alert";
import { Button } from "../../ui/Button";
import { Drawing, Icon } from "../../ui/Icon";
import { MARKS } from "../editor/marks";
import { FileRefusal } from "../posts/FileRefusal";
import { FileButton } from "./FileButton";
import styles from "./Invitation.module.css";

/** The empty composer: how a photograph gets here. */
export function Invitation({
  onFiles,
  onRestore,
  error,
}: {
  onFiles: (files: readonly File[]) => void;
  /** Null where there is nothing to restore. */
  onRestore: (() => void) | null;
  error: { words: string } | null;
}) {
  return (
    <section className={styles.place} aria-label={composerWords.foto()}>
      <span className={styles.mark}>
        <Icon name="upload" />
      </span>
      <p className={styles.title}>{composerWords.choose()}</p>
      <p className={styles.help}>{composerWords.chooseHint()}</p>
      <div className={styles.ways}>
        {onRestore && <Button onClick={onRestore}>{composerWords.restore()}</Button>}
        <FileButton variant="primary" several onFiles={onFiles}>
          {composerWords.chooseFile()}
        </FileButton>
        <span className={styles.camera}>
          <FileButton variant="secondary" camera onFiles={onFiles}>
            <Drawing path={MARKS.camera} />
            {composerWords.take()}
          </FileButton>
        </span>
      </div>
      <Alert said={error} className={styles.wrong}>
        <FileRefusal words={error?.words ?? ""} />
      </Alert>
    </section>
  );
}
