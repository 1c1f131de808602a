import { type DragEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { bytes, percent } from "../../lib/measure";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { Progress } from "../../ui/Progress";
import { ACCEPTED } from "./limits";
import styles from "./PhotoPlace.module.css";
import type { UploadState } from "./useUpload";

/** Where the photograph goes: choose or drop one, watch it leave, see it. */
export function PhotoPlace({
  state,
  onFile,
  onStop,
}: {
  state: UploadState;
  onFile: (file: File) => void;
  onStop: () => void;
}) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onFile(file);
  };
  return (
    <section
      className={styles.place}
      aria-label="Foto"
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {state.step === "none" && <Invitation onFile={onFile} />}
      {state.step === "sending" && <Leaving state={state} onStop={onStop} />}
      {state.step === "failed" && !state.isContent && <Failed state={state} onFile={onFile} />}
      {state.step === "ready" && <Arrived state={state} onFile={onFile} />}
    </section>
  );
}

function Invitation({ onFile }: { onFile: (file: File) => void }) {
  return (
    <div className={styles.invitation}>
      <span className={styles.mark}>
        <Icon name="upload" />
      </span>
      <p className={styles.title}>Choose a foto</p>
      <p className={styles.help}>or drop one here. JPEG, PNG, WebP, AVIF or HEIC.</p>
      <Chooser look="light" onFile={onFile}>
        Choose a file
      </Chooser>
    </div>
  );
}

function Leaving({ state, onStop }: { state: UploadState & { step: "sending" }; onStop: () => void }) {
  const { loaded, total } = state.sent;
  const done = percent(loaded, total);
  return (
    <>
      <Preview file={state.file} dimmed />
      <div className={styles.bar}>
        <div className={styles.figures}>
          <p aria-live="polite">{loaded < total ? `${done} %` : "Developing…"}</p>
          <p>{`${bytes(loaded)} of ${bytes(total)}`}</p>
          <Button look="quiet" onClick={onStop} aria-label="Cancel upload">
            Cancel
          </Button>
        </div>
        <Progress label="Upload" value={loaded < total ? done : null} />
      </div>
    </>
  );
}

function Failed({
  state,
  onFile,
}: {
  state: UploadState & { step: "failed" };
  onFile: (file: File) => void;
}) {
  const { file } = state;
  return (
    <div className={styles.invitation}>
      <p className={styles.wrong} role="alert">
        {state.words}
      </p>
      <div className={styles.choices}>
        {file && (
          <Button look="light" onClick={() => onFile(file)}>
            Try again
          </Button>
        )}
        <Chooser look={file ? "line" : "light"} onFile={onFile}>
          Choose another
        </Chooser>
      </div>
    </div>
  );
}

function Arrived({
  state,
  onFile,
}: {
  state: UploadState & { step: "ready" };
  onFile: (file: File) => void;
}) {
  return (
    <>
      <Preview file={state.file} otherwise={state.upload.imageUrl} />
      <div className={styles.change}>
        <Chooser look="line" onFile={onFile}>
          Change
        </Chooser>
      </div>
    </>
  );
}

function Chooser({
  look,
  onFile,
  children,
}: {
  look: "light" | "line";
  onFile: (file: File) => void;
  children: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look={look} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept={ACCEPTED}
        aria-label="Foto file"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file) onFile(file);
        }}
      />
    </>
  );
}

/** The chosen file itself; where the browser cannot draw it (HEIC), what the server made of it. */
function Preview({ file, otherwise, dimmed = false }: { file: File; otherwise?: string; dimmed?: boolean }) {
  const [url, setUrl] = useState<string>();
  const [isDrawn, setDrawn] = useState(true);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    setDrawn(true);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  const source = isDrawn ? url : otherwise;
  if (!source) return <div className={styles.dark} />;
  return (
    <img
      className={styles.preview}
      data-dimmed={dimmed || undefined}
      src={source}
      alt="Your foto"
      onError={() => setDrawn(false)}
    />
  );
}
