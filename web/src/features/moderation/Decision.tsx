import type { ReactNode } from "react";
import type { OwnAppeal, Statement } from "../../api";
import { longDate, longTime } from "../../lib/days";
import * as words from "../../locales/decisions";
import { useNow } from "../../ui/useNow";
import { AppealForm } from "./AppealForm";
import { canAppeal } from "./appeals";
import styles from "./Decision.module.css";
import { isReported } from "./reasons";

const STATES = { in_force: words.inForce, ended: words.ended, reversed: words.reversed };
const APPEALS = { open: words.appealOpen, granted: words.appealGranted, refused: words.appealRefused };

/** A decision about the reader: what, why, by which rule, on which facts, until when, and how to appeal. */
export function Decision({ of, onAppeal }: { of: Statement; onAppeal: (words: string) => Promise<unknown> }) {
  const now = useNow();
  const about = words.about({ about: of.about });
  const isAboutAccount = of.kind === "restrict" || of.kind === "suspend" || of.kind === "ban";
  return (
    <li className={styles.decision}>
      <div className={styles.head}>
        <h3>{words.what({ kind: of.kind, about })}</h3>
        <span className={styles.state} data-state={of.state}>
          {STATES[of.state]()}
        </span>
      </div>
      <p className={styles.when}>
        <time dateTime={of.createdAt}>{longDate(of.createdAt)}</time>
        {isAboutAccount && ` · ${words.because({ about })}`}
      </p>
      <dl className={styles.facts}>
        <Fact name={words.rule()}>{words.rules({ reason: of.reason })}</Fact>
        {of.excerpt && (
          <Fact name={words.text()}>
            <q dir="auto">{of.excerpt}</q>
          </Fact>
        )}
        {of.facts && <Fact name={words.facts()}>{of.facts}</Fact>}
        {of.until && <Fact name={words.until()}>{longTime(of.until)}</Fact>}
        <Fact name={words.by()}>
          {of.isAutomatic
            ? words.automatic()
            : isReported(of.about)
              ? words.person()
              : words.personUnreported({ about: of.about })}
        </Fact>
        {of.reversal && <Fact name={words.answer()}>{of.reversal}</Fact>}
      </dl>
      {of.appeal && <Appealed appeal={of.appeal} />}
      {canAppeal(of, now) && <AppealForm onAppeal={onAppeal} />}
    </li>
  );
}

function Appealed({ appeal: { state, words: text, answer } }: { appeal: OwnAppeal }) {
  return (
    <dl className={styles.facts} data-appeal>
      <Fact name={words.yourAppeal()}>
        <q dir="auto">{text}</q>
        <span className={styles.outcome}>{APPEALS[state]()}</span>
      </Fact>
      {answer && <Fact name={words.appealAnswer()}>{answer}</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}
