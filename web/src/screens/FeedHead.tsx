import { useId, useState } from "react";
import { filterName, PreferenceToggle } from "../features/posts/PreferenceToggle";
import type { FeedPreference } from "../features/posts/preference";
import { WallSizes } from "../features/posts/wall/WallSizes";
import { QuoteBanner } from "../features/profiles/QuoteBanner";
import { wordsFor } from "../lib/refusal";
import * as feedWords from "../locales/feed";
import * as quoteWords from "../locales/quote";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { Drawing } from "../ui/Icon";
import styles from "./FeedHead.module.css";

const TOOLS =
  "M4 8h9M19 8h1M16 5.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5ZM4 16h1M11 16h9M8 13.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5Z";

/** The feed's quote, filter and sizes. Where a screen has little room, a button unfolds them. */
export default function FeedHead({
  chosen,
  most,
  onChoose,
}: {
  chosen: FeedPreference;
  /** The most columns of the wall. */
  most: number;
  onChoose: (preference: FeedPreference) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const filter = filterName(chosen);
  return (
    <>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="visually-hidden">{feedWords.tools()}</span>
        {filter && <span className={styles.chosen}>{filter}</span>}
        <Drawing path={TOOLS} />
      </button>
      <div id={id} className={styles.folded} data-open={isOpen || undefined}>
        <div className={styles.quote}>
          <ErrorBoundary small words={(error) => wordsFor(error, quoteWords.couldntLoad())}>
            <QuoteBanner />
          </ErrorBoundary>
        </div>
        <div className={styles.tools}>
          <PreferenceToggle chosen={chosen} onChoose={onChoose} />
          <WallSizes most={most} stored="columns" />
        </div>
      </div>
    </>
  );
}
