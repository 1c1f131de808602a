import { useMutation, useQuery } from "convex/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { api } from "../../api";
import { wordsFor } from "../../lib/refusal";
import { clipped, lengthOf } from "../../lib/text";
import * as quoteWords from "../../locales/quote";
import { useViewer } from "../identity/Viewer";
import styles from "./QuoteBanner.module.css";

const QUOTE_MAX = 100;

/** The member's own quote over the feed. Tapped, it can be written anew where it stands. */
export function QuoteBanner() {
  const viewer = useViewer();
  const profile = useQuery(api.profiles.getProfile, { userId: viewer._id });
  const [draft, setDraft] = useState<string | null>(null);
  const quote = profile?.quote ?? "";
  const { place, finish } = useFocusBack(() => setDraft(null));
  if (draft !== null) return <Writing quote={quote} draft={draft} onDraft={setDraft} onDone={finish} />;
  return (
    <button
      ref={place}
      type="button"
      className={styles.quote}
      disabled={!profile}
      onClick={() => setDraft(quote)}
    >
      <span className="visually-hidden">{quoteWords.yourQuoteIs()} </span>
      {quote ? (
        <span dir="auto">{`“${quote}”`}</span>
      ) : (
        profile && <span className={styles.none}>{quoteWords.write()}</span>
      )}
    </button>
  );
}

/** After a finish by keyboard the focus returns to the quote; after a tap elsewhere it stays there. */
function useFocusBack(close: () => void) {
  const place = useRef<HTMLButtonElement>(null);
  const [isBack, setBack] = useState(false);
  useEffect(() => {
    if (!isBack) return;
    place.current?.focus();
    setBack(false);
  }, [isBack]);
  const finish = () => {
    setBack(document.activeElement instanceof HTMLInputElement);
    close();
  };
  return { place, finish };
}

function Writing({
  quote,
  draft,
  onDraft,
  onDone,
}: {
  quote: string;
  draft: string;
  onDraft: (draft: string) => void;
  onDone: () => void;
}) {
  const viewer = useViewer();
  const update = useMutation(api.profiles.updateQuote);
  const [error, setError] = useState("");
  const isBusy = useRef(false);

  async function keep(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    const next = draft.trim();
    if (next === "" || next === quote) return onDone();
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      await update({ profileId: viewer.profileId, quote: next });
      onDone();
    } catch (error) {
      setError(wordsFor(error, quoteWords.couldntSave()));
    } finally {
      isBusy.current = false;
    }
  }

  return (
    <form className={styles.form} onSubmit={keep}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the field replaces the button that was just pressed
        autoFocus
        className={styles.field}
        aria-label={quoteWords.yourQuote()}
        aria-describedby="quote-hint"
        value={draft}
        onChange={(event) => onDraft(clipped(event.target.value, QUOTE_MAX))}
        onKeyDown={(event) => event.key === "Escape" && onDone()}
        onBlur={() => void keep()}
      />
      <p id="quote-hint" className={styles.hint} role={error ? "alert" : undefined}>
        <span data-wrong={Boolean(error) || undefined}>{error || quoteWords.avoidOffence()}</span>
        <span>{`${lengthOf(draft)} / ${QUOTE_MAX}`}</span>
      </p>
    </form>
  );
}
