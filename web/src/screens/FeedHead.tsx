import { PreferenceToggle } from "../features/posts/PreferenceToggle";
import type { FeedPreference } from "../features/posts/preference";
import { WallSizes } from "../features/posts/wall/WallSizes";
import { QuoteBanner } from "../features/profiles/QuoteBanner";
import { wordsFor } from "../lib/refusal";
import * as quoteWords from "../locales/quote";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import styles from "./FeedHead.module.css";

/** The part of the feed between its title and its fotos. */
export default function FeedHead({
  chosen,
  onChoose,
}: {
  chosen: FeedPreference;
  onChoose: (preference: FeedPreference) => void;
}) {
  return (
    <>
      <ErrorBoundary small words={(error) => wordsFor(error, quoteWords.couldntLoad())}>
        <QuoteBanner />
      </ErrorBoundary>
      <div className={styles.row}>
        <PreferenceToggle chosen={chosen} onChoose={onChoose} />
        <WallSizes />
      </div>
    </>
  );
}
