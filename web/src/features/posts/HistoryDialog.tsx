import { useQuery } from "convex/react";
import { api, type PostEdit, type PostId } from "../../api";
import { wordsFor } from "../../lib/refusal";
import { ago } from "../../lib/time";
import * as actions from "../../locales/actions";
import * as words from "../../locales/postHistory";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { ErrorBoundary } from "../../ui/ErrorBoundary";
import { SkeletonStatus } from "../../ui/SkeletonStatus";
import { useNow } from "../../ui/useNow";
import styles from "./HistoryDialog.module.css";

/** The texts that the member's own post had before, newest first, live. */
export default function HistoryDialog({ postId, onClose }: { postId: PostId; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title()}
      actions={<Button onClick={onClose}>{actions.close()}</Button>}
    >
      <DialogWords>{words.onlyYou()}</DialogWords>
      <ErrorBoundary small words={(error) => wordsFor(error, words.couldntLoad())}>
        <Edits postId={postId} />
      </ErrorBoundary>
    </Dialog>
  );
}

function Edits({ postId }: { postId: PostId }) {
  const edits = useQuery(api.posts.getEdits, { postId });
  const now = useNow();
  if (!edits)
    return (
      <SkeletonStatus words={words.loading()}>
        <Texts of={{ caption: "", altText: "", furtherAltTexts: [] }} />
      </SkeletonStatus>
    );
  // The look was edited, and no text.
  if (edits.length === 0) return <p>{words.none()}</p>;
  return (
    <ol className={styles.edits}>
      {edits.map((edit) => (
        <li key={edit._id}>
          <time dateTime={edit.editedAt}>{words.replaced({ ago: ago(new Date(edit.editedAt), now) })}</time>
          <Texts of={edit} />
        </li>
      ))}
    </ol>
  );
}

function Texts({
  of: { caption, altText, furtherAltTexts },
}: {
  of: Pick<PostEdit, "caption" | "altText" | "furtherAltTexts">;
}) {
  return (
    <>
      <p className={styles.text} dir="auto" data-empty={!caption || undefined}>
        {caption || words.noCaption()}
      </p>
      <p className={styles.text} dir="auto" data-empty={!altText || undefined}>
        {altText ? words.altText({ altText }) : words.noAltText()}
      </p>
      {furtherAltTexts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the texts have places, which stay
        <p key={index} className={styles.text} dir="auto" data-empty={!text || undefined}>
          {text
            ? words.altTextOf({ number: index + 2, altText: text })
            : words.noAltTextOf({ number: index + 2 })}
        </p>
      ))}
    </>
  );
}
