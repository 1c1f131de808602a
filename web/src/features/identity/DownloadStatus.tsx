import { useMutation } from "convex/react";
import { type MouseEvent, useState } from "react";
import { api, type Export } from "../../api";
import { longDate } from "../../lib/days";
import { bytes, percent } from "../../lib/measure";
import { wordsFor } from "../../lib/refusal";
import * as actions from "../../locales/actions";
import * as words from "../../locales/downloadData";
import { Button } from "../../ui/Button";
import { DownloadLink, download } from "../../ui/DownloadLink";
import { Progress } from "../../ui/Progress";
import { toast } from "../../ui/Toast";
import styles from "./DownloadStatus.module.css";
import { exportAddress, mayDownload } from "./identity";

/** How far the archive of the member's data is, and where it is once it is ready. It moves by itself. */
export function DownloadStatus({
  made,
  onAgain,
  onOpen,
}: {
  made: Export;
  onAgain: () => void;
  onOpen: () => void;
}) {
  return (
    <div className={styles.status}>
      {made.state === "ready" ? (
        <Ready made={made} onOpen={onOpen} />
      ) : made.state === "failed" ? (
        <Failed onAgain={onAgain} />
      ) : (
        <Preparing made={made} />
      )}
    </div>
  );
}

function Preparing({ made: { done, total } }: { made: Export }) {
  const { isBusy, remove } = useRemoval(words.couldntCancel());
  return (
    <>
      <div className={styles.line}>
        <p className={styles.title} role="status">
          {words.preparing()}
        </p>
        {total > 0 && <p className={styles.about}>{words.files({ done, total })}</p>}
      </div>
      <Progress value={total > 0 ? percent(done, total) : null} label={words.preparing()} />
      <p className={styles.hint}>{words.leave()}</p>
      <div className={styles.actions}>
        <Button disabled={isBusy} aria-label={words.cancel()} onClick={remove}>
          {actions.cancel()}
        </Button>
      </div>
    </>
  );
}

function Ready({ made: { _id, byteSize, expiresAt }, onOpen }: { made: Export; onOpen: () => void }) {
  const { isBusy, remove } = useRemoval(words.couldntDelete());

  async function get(event: MouseEvent): Promise<void> {
    event.preventDefault();
    if (await mayDownload(_id)) download(exportAddress(_id));
    else onOpen();
  }

  return (
    <>
      <div className={styles.line}>
        <p className={styles.title} role="status">
          {words.ready()}
        </p>
        <p className={styles.about}>
          {words.until({ size: bytes(byteSize), date: expiresAt ? longDate(expiresAt) : "" })}
        </p>
      </div>
      <div className={styles.actions}>
        <DownloadLink variant="primary" href={exportAddress(_id)} onClick={get}>
          {words.get()}
        </DownloadLink>
        <Button variant="ghost" disabled={isBusy} aria-label={words.remove()} onClick={remove}>
          {actions.remove()}
        </Button>
      </div>
    </>
  );
}

function Failed({ onAgain }: { onAgain: () => void }) {
  return (
    <>
      <p className={styles.title} role="status">
        {words.failed()}
      </p>
      <p className={styles.hint}>{words.failedHint()}</p>
      <div className={styles.actions}>
        <Button onClick={onAgain}>{actions.retry()}</Button>
      </div>
    </>
  );
}

function useRemoval(otherwise: string) {
  const [isBusy, setBusy] = useState(false);
  const cancelExport = useMutation(api.exports.cancelExport);

  async function remove(): Promise<void> {
    setBusy(true);
    await cancelExport({}).catch((error: unknown) => toast(wordsFor(error, otherwise)));
    setBusy(false);
  }

  return { isBusy, remove };
}
