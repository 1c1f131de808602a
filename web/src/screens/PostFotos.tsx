import { lazy, Suspense } from "react";
import type { DraftId, PostType } from "../api";
import { CaptionFields } from "../features/composer/CaptionFields";
import { FotoStrip } from "../features/composer/FotoStrip";
import { Invitation } from "../features/composer/Invitation";
import { KeepButtons } from "../features/composer/KeepButtons";
import { OpenDraft, WaitsFor } from "../features/composer/OpenDraft";
import { SeveralStatus } from "../features/composer/SeveralStatus";
import { UploadStatus } from "../features/composer/UploadStatus";
import { type Composition, useComposition } from "../features/composer/useComposition";
import { useFileDrop } from "../features/composer/useFileDrop";
import { useKeeping } from "../features/composer/useKeeping";
import type { OpenedDraft } from "../features/composer/useOpenedDraft";
import { type PostingStep, type Refused, usePosting } from "../features/composer/usePosting";
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
  const hasSeveral = own.fotos.length > 1;
  // What would be changed now would not be posted any more.
  const isOver = useFileDrop((files) => isBusy || own.bring(files));
  const isReady = own.fotos.every(({ upload, cut }) => upload.step === "ready" && cut !== null) && !isBusy;
  const refused = refusedIn(own) ?? warning;
  const clear = () => {
    dismissWarning();
    if (hasSeveral && refused) return settle(own, refused);
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
          <CaptionFields
            caption={own.caption}
            altText={own.shown.altText}
            number={hasSeveral ? own.fotos.indexOf(own.shown) + 1 : null}
            onChange={own.change}
          />
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
                words={wordsOf(posting, "sphere", own.fotos.length) ?? composerWords.postToSphere()}
              >
                {composerWords.everyone()}
              </Way>
            </Button>
            <Button wide disabled={!isReady} aria-describedby="cue-reach" onClick={() => post("cue")}>
              <Way
                id="cue-reach"
                words={wordsOf(posting, "cue", own.fotos.length) ?? composerWords.postToCue()}
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
        photo={refused?.cause === "content" ? async () => fileOf(own, refused) : null}
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

/** The foto that the content check refused while it was uploaded. */
function refusedIn({ fotos }: Composition): Refused | null {
  for (const { key, upload } of fotos)
    if (upload.step === "failed" && endsForm(upload.cause))
      return { key, words: upload.words, cause: upload.cause };
  return null;
}

/** Takes a refused foto out, and keeps the others. One that could not be checked may be tried again. */
function settle(own: Composition, { key, cause }: Refused): void {
  if (cause === "content") own.remove(key);
  else own.forgive(key);
}

const fileOf = ({ fotos }: Composition, refused: Refused) =>
  fotos.find(({ key }) => key === refused.key)?.file ?? undefined;

/** What the server is at work on, on the button that was pressed. */
function wordsOf(posting: PostingStep | null, postType: PostType, count: number): string | null {
  if (posting?.postType !== postType) return null;
  return posting.cropping === null
    ? composerWords.posting()
    : composerWords.cropping({ number: posting.cropping, count });
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
  const { picture, shown } = own;
  const { cut, upload } = shown;
  // If the member begins to choose, the chooser stays: a restored draft would take it away.
  if (!own.isRead && !own.hasFoto) return <Undrawn words="" />;
  if (!own.hasFoto) return <Invitation onFiles={own.add} onRestore={own.restore} error={own.error} />;
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
          <Editor key={shown.key} picture={picture} cut={cut} own={own} />
        </Suspense>
      )}
      {own.fotos.length > 1 && <FotoStrip own={own} />}
      <div className={styles.line}>
        {own.fotos.length > 1 ? (
          <SeveralStatus own={own} />
        ) : (
          <UploadStatus
            state={upload}
            onFile={own.choose}
            onAdd={own.add}
            onCancel={() => own.cancel(shown.key)}
            onRetry={() => own.retry(shown.key)}
          />
        )}
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
