import { useMutation } from "convex/react";
import { useState } from "react";
import { type AppealRow, api, type Case, type MeasureRow } from "../../api";
import { longDate } from "../../lib/days";
import * as words from "../../locales/case";
import { Ago } from "../../ui/Ago";
import { Button } from "../../ui/Button";
import { measureWords, reasonWords } from "../moderation/reasons";
import styles from "./CaseView.module.css";
import ownStyles from "./Measures.module.css";
import { WordsDialog } from "./WordsDialog";

/** What was decided in a case, with the way to reverse it, and the member's appeals. */
export function Measures({ of: { measures, appeals }, isOwn }: { of: Case; isOwn: boolean }) {
  return (
    <ul className={styles.list}>
      {measures.map((measure) => (
        <li key={measure._id} className={ownStyles.measure}>
          <Words of={measure} />
          {measure.state === "in_force" && !isOwn && <Reverse of={measure} />}
          {appeals
            .filter(({ measureId }) => measureId === measure._id)
            .map((appeal) => (
              <Appeal key={appeal._id} of={appeal} />
            ))}
        </li>
      ))}
    </ul>
  );
}

/** What was decided about a member in other cases. */
export function PastMeasures({ title, measures }: { title: string; measures: readonly MeasureRow[] }) {
  return (
    <ul className={styles.list} aria-label={title}>
      {measures.map((measure) => (
        <li key={measure._id}>
          <Words of={measure} />
        </li>
      ))}
    </ul>
  );
}

function Words({ of }: { of: MeasureRow }) {
  return (
    <>
      <p>
        <strong>{measureWords(of.kind)}</strong>
        {of.until && ` ${words.untilDay({ day: longDate(of.until) })}`}
        {of.state === "reversed" && ` · ${words.stateReversed()}`}
        {of.state === "ended" && ` · ${words.stateEnded()}`}
      </p>
      {of.facts && (
        <p className={styles.text} dir="auto">
          {of.facts}
        </p>
      )}
      <p className={styles.small}>
        {reasonWords(of.reason)} · {of.moderator ? `@${of.moderator}` : words.formerReporter()} ·{" "}
        <Ago since={of.createdAt} />
      </p>
      {of.reversal && (
        <p className={styles.small} dir="auto">
          {words.answer({ words: of.reversal })}
        </p>
      )}
    </>
  );
}

function Reverse({ of: { _id: measureId } }: { of: MeasureRow }) {
  const reverse = useMutation(api.moderation.reverse);
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <div className={ownStyles.ways}>
        <Button onClick={() => setAsked(true)}>{words.reverse()}</Button>
      </div>
      <WordsDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title={words.reverseTitle()}
        hint={words.reverseHint()}
        confirm={words.reverse()}
        done={words.reversed()}
        failed={words.couldntReverse()}
        onConfirm={(words) => reverse({ measureId, words })}
      />
    </>
  );
}

const APPEALS = { open: words.appealOpen, granted: words.appealGranted, refused: words.appealRefused };

function Appeal({
  of: { _id: appealId, words: text, state, answer, canDecide, createdAt },
}: {
  of: AppealRow;
}) {
  const decide = useMutation(api.moderation.decideAppeal);
  const [asked, setAsked] = useState<"grant" | "refuse" | null>(null);
  const decision = (granted: boolean) => ({
    onClose: () => setAsked(null),
    failed: words.couldntDecide(),
    onConfirm: (words: string) => decide({ appealId, granted, words }),
  });
  return (
    <section className={ownStyles.appeal} aria-label={words.appeal()}>
      <p>
        <strong>{words.appeal()}</strong> · {APPEALS[state]()}
      </p>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      <p className={styles.small}>
        <Ago since={createdAt} />
      </p>
      {answer && (
        <p className={styles.small} dir="auto">
          {words.answer({ words: answer })}
        </p>
      )}
      {state === "open" && !canDecide && <p className={styles.small}>{words.anotherDecides()}</p>}
      {canDecide && (
        <div className={ownStyles.ways}>
          <Button variant="primary" onClick={() => setAsked("grant")}>
            {words.grant()}
          </Button>
          <Button onClick={() => setAsked("refuse")}>{words.refuse()}</Button>
        </div>
      )}
      <WordsDialog
        {...decision(true)}
        open={asked === "grant"}
        title={words.grantTitle()}
        hint={words.grantHint()}
        confirm={words.grant()}
        done={words.granted()}
      />
      <WordsDialog
        {...decision(false)}
        open={asked === "refuse"}
        title={words.refuseTitle()}
        hint={words.refuseHint()}
        confirm={words.refuse()}
        done={words.refused()}
      />
    </section>
  );
}
