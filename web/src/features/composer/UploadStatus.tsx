import { bytes, percent } from "../../lib/measure";
import * as actions from "../../locales/actions";
import * as composerWords from "../../locales/composer";
import { Button } from "../../ui/Button";
import { Progress } from "../../ui/Progress";
import { FileRefusal } from "../posts/FileRefusal";
import { endsForm, type UploadState } from "../posts/useUpload";
import { FileButton } from "./FileButton";
import styles from "./UploadStatus.module.css";

/** How far the photograph is on its way, in figures; and how to stop it, send it again, or take another. */
export function UploadStatus({
  state,
  onFile,
  onAdd,
  onCancel,
  onRetry,
}: {
  state: UploadState;
  onFile: (file: File) => void;
  onAdd: (files: readonly File[]) => void;
  onCancel: () => void;
  onRetry: () => void;
}) {
  const isFailed = state.step === "failed" && !endsForm(state.cause);
  const canRetry = state.step === "failed" && state.cause === "passing";
  return (
    <div className={styles.line}>
      <div className={styles.bar}>{state.step === "sending" && <Bar {...state.sent} />}</div>
      {state.step === "sending" && <Figures {...state.sent} />}
      {state.step === "ready" && <p className={styles.words}>{composerWords.uploaded()}</p>}
      {isFailed && (
        <p className={styles.wrong} role="alert">
          <FileRefusal words={state.words} />
        </p>
      )}
      <div className={styles.ways}>
        {state.step === "sending" && (
          <Button variant="ghost" onClick={onCancel} aria-label={composerWords.cancelUpload()}>
            {actions.cancel()}
          </Button>
        )}
        {canRetry && (
          <Button variant="ghost" onClick={onRetry}>
            {actions.retry()}
          </Button>
        )}
        <FileButton variant="ghost" onFiles={([file]) => file && onFile(file)}>
          {composerWords.change()}
        </FileButton>
        <FileButton variant="ghost" several label={composerWords.add()} onFiles={onAdd}>
          {composerWords.add()}
        </FileButton>
      </div>
    </div>
  );
}

function Bar({ loaded, total }: { loaded: number; total: number }) {
  return <Progress label={composerWords.upload()} value={loaded < total ? percent(loaded, total) : null} />;
}

function Figures({ loaded, total }: { loaded: number; total: number }) {
  if (loaded >= total) return <p className={styles.words}>{composerWords.developing()}</p>;
  return (
    <p className={styles.words}>
      <strong>{`${percent(loaded, total)} %`}</strong>{" "}
      {composerWords.progress({ loaded: bytes(loaded), total: bytes(total) })}
    </p>
  );
}
