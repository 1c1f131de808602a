import { wordsFor } from "../../lib/refusal";
import { Recover } from "../../ui/Recover";
import { QuoteBanner } from "../profiles/QuoteBanner";
import { PreferenceToggle } from "./PreferenceToggle";
import type { FeedPreference } from "./preference";

/** What stands between the feed's title and its fotos. */
export default function FeedHead({
  chosen,
  onChoose,
}: {
  chosen: FeedPreference;
  onChoose: (preference: FeedPreference) => void;
}) {
  return (
    <>
      <Recover small words={(error) => wordsFor(error, "Your quote could not be read.")}>
        <QuoteBanner />
      </Recover>
      <PreferenceToggle chosen={chosen} onChoose={onChoose} />
    </>
  );
}
