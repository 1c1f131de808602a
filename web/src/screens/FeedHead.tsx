import { PreferenceToggle } from "../features/posts/PreferenceToggle";
import type { FeedPreference } from "../features/posts/preference";
import { QuoteBanner } from "../features/profiles/QuoteBanner";
import { wordsFor } from "../lib/refusal";
import * as quoteWords from "../locales/quote";
import { ErrorBoundary } from "../ui/ErrorBoundary";

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
      <PreferenceToggle chosen={chosen} onChoose={onChoose} />
    </>
  );
}
