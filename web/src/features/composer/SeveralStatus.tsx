import { focusHeading } from "../../lib/focusHeading";
import { percent } from "../../lib/measure";
import * as actions from "../../locales/actions";
import * as words from "../../locales/composer";
import { Button } from "../../ui/Button";
import { Drawing } from "../../ui/Icon";
import { Progress } from "../../ui/Progress";
import { FileRefusal } from "../posts/FileRefusal";
import { endsForm } from "../posts/useUpload";
import styles from "./UploadStatus.module.css";
import type { ComposedFoto, Composition } from "./useComposition";

const EARLIER = "M19 12H5M11 6l-6 6 6 6";
const LATER = "M5 12h14M13 6l6 6-6 6";

/** How far all fotos of the post are on their way, in one bar; and what can be done with the one that is edited. */
export function SeveralStatus({ own }: { own: Composition }) {
  const { fotos, shown } = own;
  const at = fotos.findIndex(({ key }) => key === shown.key);
  const failed = fotos.filter(({ upload }) => upload.step === "failed" && !endsForm(upload.cause));
  const again = failed.filter(({ upload }) => upload.step === "failed" && upload.cause === "passing");
  const retryAll = () => {
    for (const { key } of again) own.retry(key);
  };
  const remove = () => {
    own.remove(shown.key);
    // One foto has no row, and no button to remove it.
    if (fotos.length === 2) focusHeading();
  };
  return (
    <div className={styles.line}>
      <Sent fotos={fotos} />
      {failed.length > 0 && (
        <p className={styles.wrong} role="alert">
          <FileRefusal words={wordsAbout(failed, fotos.length)} />
        </p>
      )}
      <div className={styles.ways}>
        {shown.upload.step === "sending" && (
          <Button variant="ghost" onClick={() => own.cancel(shown.key)} aria-label={words.cancelUpload()}>
            {actions.cancel()}
          </Button>
        )}
        {again.length > 0 && (
          <Button variant="ghost" onClick={retryAll}>
            {actions.retry()}
          </Button>
        )}
        <Button
          variant="ghost"
          aria-label={words.moveEarlier()}
          title={words.moveEarlier()}
          disabled={at === 0}
          onClick={() => own.move(shown.key, at - 1)}
        >
          <Drawing path={EARLIER} />
        </Button>
        <Button
          variant="ghost"
          aria-label={words.moveLater()}
          title={words.moveLater()}
          disabled={at === fotos.length - 1}
          onClick={() => own.move(shown.key, at + 1)}
        >
          <Drawing path={LATER} />
        </Button>
        <Button variant="ghost" aria-label={words.remove()} onClick={remove}>
          {words.takeOut()}
        </Button>
      </div>
    </div>
  );
}

/** One bar over all that is on its way, and how many are there. */
function Sent({ fotos }: { fotos: readonly ComposedFoto[] }) {
  const sums = fotos.reduce(
    (sum, { upload, file }) => {
      const total = upload.step === "sending" ? upload.sent.total : (file?.size ?? 0);
      const loaded = upload.step === "sending" ? upload.sent.loaded : upload.step === "ready" ? total : 0;
      return { loaded: sum.loaded + loaded, total: sum.total + total };
    },
    { loaded: 0, total: 0 },
  );
  const isSending = fotos.some(({ upload }) => upload.step === "sending");
  const arrived = fotos.filter(({ upload }) => upload.step === "ready").length;
  const { loaded, total } = sums;
  return (
    <>
      <div className={styles.bar}>
        {isSending && (
          <Progress label={words.upload()} value={loaded < total ? percent(loaded, total) : null} />
        )}
      </div>
      <p className={styles.words}>
        {isSending && loaded < total && <strong>{`${percent(loaded, total)} %`}</strong>}{" "}
        {arrived === fotos.length
          ? words.allArrived({ count: arrived })
          : words.arrived({ arrived, count: fotos.length })}
      </p>
    </>
  );
}

function wordsAbout(failed: readonly ComposedFoto[], count: number): string {
  const first = failed[0]?.upload;
  const error = first?.step === "failed" ? first.words : "";
  return failed.length === count ? error : words.someFailed({ failed: failed.length, count, error });
}
