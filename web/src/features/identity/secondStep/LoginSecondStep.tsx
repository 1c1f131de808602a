import { codeOf } from "../../../lib/refusal";
import * as words from "../../../locales/twoFactor";
import { Button } from "../../../ui/Button";
import { markSignedIn } from "../session";
import { completeSignIn, type Question } from "./requests";
import { SecondStep } from "./SecondStep";
import styles from "./SecondStep.module.css";

/** The second step of a login. `onAgain` leads back to the password, by choice or because it took too long. */
export function LoginSecondStep({
  question,
  onAgain,
}: {
  question: Question;
  onAgain: (late: boolean) => void;
}) {
  return (
    <div className={styles.step}>
      <h2 ref={focusFirst} tabIndex={-1}>
        {words.confirmItsYou()}
      </h2>
      <SecondStep
        question={question}
        offersTrust
        submit={async (answer, trust) => {
          try {
            await completeSignIn(answer, trust);
          } catch (error) {
            if (codeOf(error) === "expired") onAgain(true);
            throw error;
          }
          markSignedIn();
        }}
      />
      <Button variant="ghost" wide onClick={() => onAgain(false)}>
        {words.backToPassword()}
      </Button>
    </div>
  );
}

/** Focuses the heading, because the focused field went with the form. A field for a code then takes the focus. */
const focusFirst = (heading: HTMLHeadingElement | null): void => heading?.focus();
