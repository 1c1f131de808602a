import { lazy, Suspense } from "react";
import { CaptionFields } from "../features/composer/CaptionFields";
import { Invitation } from "../features/composer/Invitation";
import { UploadStatus } from "../features/composer/UploadStatus";
import { type Composition, useComposition } from "../features/composer/useComposition";
import { useFileDrop } from "../features/composer/useFileDrop";
import { usePosting } from "../features/composer/usePosting";
import { useViewer } from "../features/identity/Viewer";
import { RestrictedBanner } from "../features/moderation/RestrictedBanner";
import { ContentWarning } from "../features/posts/ContentWarning";
import { FileRefusal } from "../features/posts/FileRefusal";
import { LeaveGuard } from "../features/posts/LeaveGuard";
import { endsForm } from "../features/posts/useUpload";
import { productName } from "../lib/deployment";
import { importWithRetry } from "../lib/importWithRetry";
import * as composerWords from "../locales/composer";
import { paths } from "../paths";
import { Alert } from "../ui/Alert";
import { Button } from "../ui/Button";
import { Link } from "../ui/Link";
import styles from "./PostFotos.module.css";

// Fetched with the screen: a photograph may be chosen, and the connection lost, before it would be asked for.
const editor = importWithRetry(() => import("../features/editor/Editor"));
const Editor = lazy(() => editor);

/** A foto, its words, and where it goes. */
export function PostFotos() {
  const own = useComposition(useViewer()._id);
  const { post, posting, error, warning, dismissWarning } = usePosting(own);
  const isBusy = posting !== null;
  // What would be changed now would not be posted any more.
  const isOver = useFileDrop((file) => isBusy || own.choose(file));
  const isReady = own.upload.step === "ready" && own.cut !== null && !isBusy;
  const refused = own.upload.step === "failed" && endsForm(own.upload.cause) ? own.upload : warning;
  const clear = () => {
    dismissWarning();
    // Nothing was found in the foto: the check did not take place.
    own.clear(refused?.cause === "unverified");
  };
  return (
    <main className={styles.page} data-over={(isOver && !isBusy) || undefined}>
      <title>{composerWords.pageTitle({ product: productName })}</title>
      <Head own={own} isBusy={isBusy} onDiscard={clear} />
      <RestrictedBanner />
      <div className={styles.desk} inert={isBusy}>
        <Photo own={own} />
        <form className={styles.words} inert={!own.isRead} onSubmit={(event) => event.preventDefault()}>
          <CaptionFields caption={own.unsent.caption} altText={own.unsent.altText} onChange={own.change} />
          <div className={styles.ways} data-foot>
            <Alert said={error} className={styles.error}>
              <FileRefusal words={error?.words ?? ""} />
            </Alert>
            <Button
              variant="primary"
              wide
              disabled={!isReady}
              aria-describedby="sphere-reach"
              onClick={() => post("sphere")}
            >
              <Way
                id="sphere-reach"
                words={posting === "sphere" ? composerWords.posting() : composerWords.postToSphere()}
              >
                {composerWords.everyone()}
              </Way>
            </Button>
            <Button wide disabled={!isReady} aria-describedby="cue-reach" onClick={() => post("cue")}>
              <Way
                id="cue-reach"
                words={posting === "cue" ? composerWords.posting() : composerWords.postToCue()}
              >
                {composerWords.inFlow()}
              </Way>
            </Button>
          </div>
        </form>
      </div>
      <ContentWarning
        words={refused?.words ?? null}
        photo={refused?.cause === "content" ? async () => own.file ?? undefined : null}
        onClose={clear}
      />
      <LeaveGuard active={own.isTouched} onLeave={own.finish} />
    </main>
  );
}

function Head({ own, isBusy, onDiscard }: { own: Composition; isBusy: boolean; onDiscard: () => void }) {
  return (
    <header className={styles.head}>
      <Link to={paths.homeFeed()} className={styles.cancel}>
        {composerWords.cancel()}
      </Link>
      <h1>{composerWords.newFoto()}</h1>
      {own.isTouched && (
        <button type="button" className={styles.discard} disabled={isBusy} onClick={onDiscard}>
          {composerWords.discard()}
        </button>
      )}
    </header>
  );
}

/** A way to post, and below it who will see the foto. */
function Way({ id, words, children }: { id: string; words: string; children: string }) {
  return (
    <span className={styles.way}>
      {words}
      <small id={id} aria-hidden="true">
        {children}
      </small>
    </span>
  );
}

/** The photograph and its tools; before there is a photograph, the ways to choose one. */
function Photo({ own }: { own: Composition }) {
  const { file, picture, cut, upload } = own;
  // If the member begins to choose, the chooser stays: a restored draft would take it away.
  if (!own.isRead && !file) return <Undrawn words="" />;
  if (!file) return <Invitation onFile={own.choose} onRestore={own.restore} error={own.error} />;
  return (
    <>
      {typeof picture === "string" || !cut ? (
        <Undrawn
          words={
            picture === "coming" || upload.step === "sending"
              ? composerWords.processing()
              : composerWords.cannotShow()
          }
        />
      ) : (
        <Suspense fallback={<Undrawn words={composerWords.processing()} />}>
          <Editor picture={picture} cut={cut} own={own} />
        </Suspense>
      )}
      <div className={styles.line}>
        <UploadStatus state={upload} onFile={own.choose} onCancel={own.cancel} onRetry={own.retry} />
        <Alert said={own.error} className={styles.error}>
          <FileRefusal words={own.error?.words ?? ""} />
        </Alert>
      </div>
    </>
  );
}

/** The place of a photograph that is not known or drawn yet, or that this browser cannot draw. */
function Undrawn({ words }: { words: string }) {
  return (
    <>
      <section className={styles.room} aria-label={composerWords.foto()}>
        <p>{words}</p>
      </section>
      <div className={styles.tools} />
    </>
  );
}
