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
      <QuoteBanner />
      <PreferenceToggle chosen={chosen} onChoose={onChoose} />
    </>
  );
}
