import { Alert } from "../../ui/Alert";
import { Button } from "../../ui/Button";
import { Drawing, Icon } from "../../ui/Icon";
import { FileRefusal } from "../posts/FileRefusal";
import { FileButton } from "./FileButton";
import styles from "./Invitation.module.css";
import { MARKS } from "./marks";

/** The empty composer: how a photograph gets here. */
export function Invitation({
  onFile,
  onRestore,
  error,
}: {
  onFile: (file: File) => void;
  /** Null where there is nothing to restore. */
  onRestore: (() => void) | null;
  error: { words: string } | null;
}) {
  return (
    <section className={styles.place} aria-label="Foto">
      <span className={styles.mark}>
        <Icon name="upload" />
      </span>
      <p className={styles.title}>Choose a foto</p>
      <p className={styles.help}>Drop one here or paste it. JPEG, PNG, WebP, AVIF or HEIC.</p>
      <div className={styles.ways}>
        {onRestore && <Button onClick={onRestore}>Restore foto</Button>}
        <FileButton variant="primary" onFile={onFile}>
          Choose a file
        </FileButton>
        <span className={styles.camera}>
          <FileButton variant="secondary" camera onFile={onFile}>
            <Drawing path={MARKS.camera} />
            Take a foto
          </FileButton>
        </span>
      </div>
      <Alert said={error} className={styles.wrong}>
        <FileRefusal words={error?.words ?? ""} />
      </Alert>
    </section>
  );
}
