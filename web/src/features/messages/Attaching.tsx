import { useRef } from "react";
import { percent } from "../../lib/measure";
import { Button } from "../../ui/Button";
import { Drawing } from "../../ui/Icon";
import { Progress } from "../../ui/Progress";
import { ContentWarning } from "../posts/ContentWarning";
import styles from "./Chat.module.css";
import type { Attachment } from "./useAttachment";

const CLIP =
  "M19.5 11.500 12 19a4.700 4.700 0 0 1-6.700-6.700l8-8a3.200 3.200 0 0 1 4.500 4.500l-7.900 7.900a1.600 1.600 0 0 1-2.300-2.300l7.300-7.300";
const TYPES = "image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif";

/** Chooses a foto from the device. */
export function AttachButton({ isBusy, onFile }: { isBusy: boolean; onFile: (file: File) => void }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className={styles.tool}
        aria-label="Attach a foto"
        disabled={isBusy}
        onClick={() => field.current?.click()}
      >
        <Drawing path={CLIP} />
      </button>
      <input
        ref={field}
        type="file"
        accept={TYPES}
        hidden
        aria-label="Foto for this conversation"
        onChange={({ target }) => {
          const file = target.files?.[0];
          // The same file, chosen again, is a choice too.
          target.value = "";
          if (file) onFile(file);
        }}
      />
    </>
  );
}

/** How far a foto is on its way, or why it did not go. */
export function Attaching({
  state,
  onClear,
  onRetry,
}: {
  state: Attachment;
  onClear: () => void;
  onRetry: (file: File) => void;
}) {
  const isContent = state.step === "failed" && state.isContent;
  return (
    <>
      <ContentWarning words={isContent ? state.words : null} onClose={onClear} />
      {state.step === "sending" && (
        <div className={styles.attaching}>
          <Sending {...state.sent} />
          <Button look="quiet" aria-label="Cancel upload" onClick={onClear}>
            Cancel
          </Button>
        </div>
      )}
      {state.step === "failed" && !state.isContent && (
        <p className={styles.refused} role="alert">
          <span>{state.words}</span>
          {state.file && <Again file={state.file} onRetry={onRetry} />}
          <Button look="quiet" onClick={onClear}>
            {state.file ? "Discard" : "OK"}
          </Button>
        </p>
      )}
    </>
  );
}

function Again({ file, onRetry }: { file: File; onRetry: (file: File) => void }) {
  return (
    <Button look="quiet" onClick={() => onRetry(file)}>
      Try again
    </Button>
  );
}

function Sending({ loaded, total }: { loaded: number; total: number }) {
  const isUp = loaded >= total;
  return (
    <div className={styles.progress}>
      <Progress label="Upload" value={isUp ? null : percent(loaded, total)} />
      <span>{isUp ? "Developing…" : `${percent(loaded, total)} %`}</span>
    </div>
  );
}
