import { wordsFor } from "../../lib/refusal";
import { ErrorBoundary } from "../../ui/ErrorBoundary";
import { QuoteBanner } from "../profiles/QuoteBanner";
import { PreferenceToggle } from "./PreferenceToggle";
import type { FeedPreference } from "./preference";

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
      <ErrorBoundary small words={(error) => wordsFor(error, "Your quote could not be read.")}>
        <QuoteBanner />
      </ErrorBoundary>
      <PreferenceToggle chosen={chosen} onChoose={onChoose} />
    </>
  );
}
