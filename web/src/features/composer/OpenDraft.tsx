import type { ReactNode } from "react";
import type { DraftId } from "../../api";
import { productName } from "../../lib/deployment";
import { wordsFor } from "../../lib/refusal";
import * as actions from "../../locales/actions";
import * as composerWords from "../../locales/composer";
import * as words from "../../locales/drafts";
import { paths } from "../../paths";
import { Button, ButtonLink } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorBoundary } from "../../ui/ErrorBoundary";
import { useNow } from "../../ui/useNow";
import { momentWords } from "../drafts/times";
import styles from "./OpenDraft.module.css";
import { type OpenedDraft, useOpenedDraft } from "./useOpenedDraft";

interface Opening {
  id: DraftId;
  children: (opened: OpenedDraft) => ReactNode;
}

/** Opens a draft that the server has, and says why where it cannot. */
export function OpenDraft(opening: Opening) {
  return (
    <ErrorBoundary words={(error) => wordsFor(error, words.couldntOpen())}>
      <Opened {...opening} />
    </ErrorBoundary>
  );
}

function Opened({ id, children }: Opening) {
  const { opened, retry } = useOpenedDraft(id);
  if (typeof opened !== "string") return children(opened);
  return (
    <main className={styles.page}>
      <title>{composerWords.pageTitle({ product: productName })}</title>
      {opened === "coming" && <p role="status">{words.opening()}</p>}
      {opened === "gone" && (
        <EmptyState
          heading="h1"
          title={words.gone()}
          help={words.goneHint()}
          action={<ButtonLink to={paths.drafts()}>{words.toDrafts()}</ButtonLink>}
        />
      )}
      {opened === "failed" && (
        <EmptyState
          alert
          heading="h1"
          title={words.couldntOpen()}
          help={words.couldntOpenHint()}
          action={<Button onClick={retry}>{actions.retry()}</Button>}
        />
      )}
    </main>
  );
}

/** Says that a draft is scheduled, and what saving it does. */
export function WaitsFor({ at }: { at: string | null }) {
  const now = useNow();
  if (!at) return null;
  return <p className={styles.waits}>{words.waitsFor({ time: momentWords(new Date(at), now) })}</p>;
}
