import * as feedWords from "../../locales/feed";
import styles from "./PreferenceToggle.module.css";
import type { FeedPreference } from "./preference";

const CHOICES: [FeedPreference, () => string][] = [
  ["sphere", feedWords.sphere],
  ["cue", feedWords.cue],
  ["curators", feedWords.curators],
];

/** The chosen filter's name; nothing where none is chosen. */
export const filterName = (chosen: FeedPreference) => CHOICES.find(([name]) => name === chosen)?.[1]();

/** Filters the home feed; a second press on the chosen filter removes it. */
export function PreferenceToggle({
  chosen,
  onChoose,
}: {
  chosen: FeedPreference;
  onChoose: (preference: FeedPreference) => void;
}) {
  return (
    <fieldset className={styles.toggle}>
      <legend className="visually-hidden">{feedWords.showOnly()}</legend>
      <span aria-hidden="true">{feedWords.only()}</span>
      {CHOICES.map(([name, words]) => (
        <button
          key={name}
          type="button"
          aria-pressed={chosen === name}
          onClick={() => onChoose(chosen === name ? "all" : name)}
        >
          {words()}
        </button>
      ))}
    </fieldset>
  );
}
