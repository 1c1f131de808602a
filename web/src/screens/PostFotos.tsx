import { lazy, Suspense } from "react";
import type { DraftId } from "../api";
import { CaptionFields } from "../features/composer/CaptionFields";
import { Invitation } from "../features/composer/Invitation";
import { KeepButtons } from "../features/composer/KeepButtons";
import { OpenDraft, WaitsFor } from "../features/composer/OpenDraft";
import { UploadStatus } from "../features/composer/UploadStatus";
import { type Composition, useComposition } from "../features/composer/useComposition";
import { useFileDrop } from "../features/composer/useFileDrop";
import { useKeeping } from "../features/composer/useKeeping";
import type { OpenedDraft } from "../features/composer/useOpenedDraft";
import { usePosting } from "../features/composer/usePosting";
import { DraftsLink } from "../features/drafts/DraftsLink";
import { useViewer } from "../features/identity/Viewer";
import { RestrictedBanner } from "../features/moderation/RestrictedBanner";
import { ContentWarning } from "../features/posts/ContentWarning";
import { FileRefusal } from "../features/posts/FileRefusal";
import { LeaveGuard } from "../features/posts/LeaveGuard";
import { endsForm } from "../features/posts/useUpload";
import { productName } from "../lib/deployment";
import { importWithRetry } from "../lib/importWithRetry";
import * as composerWords from "../locales/composer";
import * as draftsWords from "../locales/drafts";
import { paths } from "../paths";
import { Alert } from "../ui/Alert";
import { Button } from "../ui/Button";
import { Link } from "../ui/Link";
import { useLocation } from "../ui/Router";
import styles from "./PostFotos.module.css";

// Fetched with the screen: a photograph may be chosen, and the connection lost, before it would be asked for.
const editor = importWithRetry(() => import("../features/editor/Editor"));
const Editor = lazy(() => editor);

/** A new foto, or a draft at this address that the member goes on with. */
export function PostFotos() {
  const id = new URLSearchParams(useLocation().search).get("draft") as DraftId | null;
  return id ? (
    <OpenDraft key={id} id={id}>
      {(opened) => <Composer opened={opened} />}
    </OpenDraft>
  ) : (
    <Composer />
  );
}

/** A foto, its words, and where it goes. */
function Composer({ opened = null }: { opened?: OpenedDraft | null }) {
  const own = useComposition(useViewer()._id, opened);
  const keeping = useKeeping(own, opened);
  const { post, posting, error, warning, dismissWarning } = usePosting(own, keeping);
  const isBusy = posting !== null || keeping.isSaving;
  // What would be changed now would not be posted any more.
  const isOver = useFileDrop((file) => isBusy || own.choose(file));
  const isReady = own.upload.step === "ready" && own.cut !== null && !isBusy;
  const refused = own.upload.step === "failed" && endsForm(own.upload.cause) ? own.upload : warning;
  const clear = () => {
    dismissWarning();
    // A draft stays as the server has it.
    if (opened) return;
    keeping.begin();
    // Nothing was found in the foto: the check did not take place.
    own.clear(refused?.cause === "unverified");
  };
  return (
    <main className={styles.page} data-over={(isOver && !isBusy) || undefined}>
      <title>{composerWords.pageTitle({ product: productName })}</title>
      <Head own={own} isDraft={opened !== null} isBusy={isBusy} onDiscard={clear} />
      <RestrictedBanner />
      <div className={styles.desk} inert={isBusy}>
        <Photo own={own} />
        <form className={styles.words} inert={!own.isRead} onSubmit={(event) => event.preventDefault()}>
          <WaitsFor at={opened?.publishAt ?? null} />
          <CaptionFields caption={own.unsent.caption} altText={own.unsent.altText} onChange={own.change} />
          <div className={styles.ways} data-foot>
            <Alert said={error ?? keeping.error} className={styles.error}>
              <FileRefusal words={(error ?? keeping.error)?.words ?? ""} />
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
            <KeepButtons keeping={keeping} opened={opened} disabled={!isReady} />
          </div>
        </form>
      </div>
      <ContentWarning
        words={refused?.words ?? null}
        photo={refused?.cause === "content" ? async () => own.file ?? undefined : null}
        onClose={clear}
      />
      <LeaveGuard
        active={own.isTouched}
        onLeave={own.finish}
        keep={isReady ? { words: draftsWords.save(), save: keeping.save } : null}
      />
    </main>
  );
}

function Head({
  own,
  isDraft,
  isBusy,
  onDiscard,
}: {
  own: Composition;
  isDraft: boolean;
  isBusy: boolean;
  onDiscard: () => void;
}) {
  return (
    <header className={styles.head}>
      <Link to={isDraft ? paths.drafts() : paths.homeFeed()} className={styles.cancel}>
        {composerWords.cancel()}
      </Link>
      <h1>{isDraft ? draftsWords.editTitle() : composerWords.newFoto()}</h1>
      {!own.isTouched && <DraftsLink className={styles.discard} />}
      {own.isTouched && !isDraft && (
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
