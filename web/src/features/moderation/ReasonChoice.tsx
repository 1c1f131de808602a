import type { Reason } from "../../api";
import { RadioChoice } from "../../ui/RadioChoice";
import { REASONS, reasonWords } from "./reasons";

/** The reasons, of which one is chosen. */
export function ReasonChoice(choice: {
  legend: string;
  chosen: Reason | null;
  onChoose: (reason: Reason) => void;
}) {
  return (
    <RadioChoice
      {...choice}
      options={REASONS.map((reason) => ({ value: reason, words: reasonWords(reason) }))}
    />
  );
}
