import { useQuery } from "convex/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { api, type Case, type CaseId, type CaseRow } from "../../api";
import * as words from "../../locales/case";
import * as consoleWords from "../../locales/console";
import { paths } from "../../paths";
import { Ago } from "../../ui/Ago";
import { Avatar } from "../../ui/Avatar";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { Icon } from "../../ui/Icon";
import { Link } from "../../ui/Link";
import { SkeletonStatus } from "../../ui/SkeletonStatus";
import { useViewer } from "../identity/Viewer";
import { isReported, kindWords, measureWords, reasonWords } from "../moderation/reasons";
import { CONSOLE_KEYS } from "../shortcuts/consoleShortcuts";
import { type Action, Actions, actionsFor } from "./Actions";
import styles from "./CaseView.module.css";
import { DecideDialog } from "./DecideDialog";
import { Evidence } from "./Evidence";
import { Measures, PastMeasures } from "./Measures";
import { Notes } from "./Notes";
import { useCaseKeys } from "./useCaseKeys";
import { useViewing } from "./useViewing";
import { lookingWords, nameOf, outcomeOf } from "./words";

/** A case: what was reported, by whom, what is known of the member, and what can be done. Live. */
export function CaseView({
  caseId,
  isAlone,
  onClose,
  onDecided,
}: {
  caseId: CaseId;
  /** Whether it has the page to itself, and with it the page's heading. */
  isAlone: boolean;
  onClose: () => void;
  onDecided: () => void;
}) {
  const found = useQuery(api.moderation.getCase, { caseId });
  const frame = (content: ReactNode) => (
    <CaseFrame isAlone={isAlone} onClose={onClose}>
      {content}
    </CaseFrame>
  );
  if (found === undefined)
    return frame(
      <SkeletonStatus words={words.loading()}>
        <div className={styles.blank} />
      </SkeletonStatus>,
    );
  if (found === null)
    return frame(
      <EmptyState
        alert
        title={words.missing()}
        help={words.missingHint()}
        action={<Button onClick={onClose}>{words.back()}</Button>}
      />,
    );
  return <Found of={found} isAlone={isAlone} onClose={onClose} onDecided={onDecided} />;
}

function Found({
  of,
  isAlone,
  onClose,
  onDecided,
}: {
  of: Case;
  isAlone: boolean;
  onClose: () => void;
  onDecided: () => void;
}) {
  const viewer = useViewer();
  const { row } = of;
  const isOpen = row.state === "open";
  const isOwn = row.member.userId === viewer._id;
  const [action, setAction] = useState<Action | null>(null);
  const place = useRef<HTMLDivElement>(null);
  useViewing(row._id, isOpen);
  const actions = isOpen && !isOwn ? actionsFor(row.kind) : [];
  useCaseKeys({
    onClose,
    onLetter: (key) => {
      const name = CONSOLE_KEYS[key as keyof typeof CONSOLE_KEYS];
      const chosen = actions.find((one) => one === name);
      if (chosen) setAction(chosen);
      else return press(place.current, name);
      return true;
    },
  });
  const looking = lookingWords(row, viewer.username);
  return (
    <CaseFrame
      isAlone={isAlone}
      onClose={onClose}
      title={words.heading({ kind: kindWords(row.kind), name: nameOf(row.member) })}
      foot={actions.length > 0 && <Actions actions={actions} kind={row.kind} onChoose={setAction} />}
    >
      <div ref={place} className={styles.parts}>
        <div className={styles.notices} role="status">
          {looking && <p className={styles.looking}>{looking}</p>}
          {!isOpen && <Outcome of={of} />}
          {isOpen && isOwn && <p>{words.ownCase()}</p>}
        </div>
        {isReported(row.kind) && (
          <p className={styles.why}>
            {consoleWords.reports({ count: row.reports })}:{" "}
            <strong>{row.reasons.map(reasonWords).join(", ")}</strong>
          </p>
        )}
        <Part isAlone={isAlone} title={words.evidence({ kind: row.kind })}>
          <Evidence of={of} />
        </Part>
        {of.measures.length > 0 && (
          <Part isAlone={isAlone} title={words.decisions()}>
            <Measures of={of} isOwn={isOwn} />
          </Part>
        )}
        {isReported(row.kind) && (
          <Part isAlone={isAlone} title={words.reports()}>
            <Reports of={of} />
          </Part>
        )}
        <Part isAlone={isAlone} title={words.member()}>
          <Member of={of} />
        </Part>
        <Part isAlone={isAlone} title={words.notes()} help={words.notesHint()}>
          <Notes caseId={row._id} notes={of.notes} />
        </Part>
      </div>
      <DecideDialog of={row} action={action} onClose={() => setAction(null)} onDone={onDecided} />
    </CaseFrame>
  );
}

/** Presses the button or enters the field that this key is for, if the case has it. */
function press(place: HTMLElement | null, name: string | undefined): boolean {
  const goal = name && place?.querySelector<HTMLElement>(`[data-key="${name}"]`);
  if (!goal) return false;
  if (goal instanceof HTMLTextAreaElement) goal.focus();
  else goal.click();
  return true;
}

/** The head of a case with the way back, around whatever is known of it. */
export function CaseFrame({
  isAlone,
  title,
  foot,
  onClose,
  children,
}: {
  isAlone: boolean;
  title?: string;
  foot?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  const Heading = isAlone ? "h1" : "h2";
  const heading = useRef<HTMLHeadingElement>(null);
  const hasTitle = title !== undefined;
  // The queue, where the focus was, has made room.
  useEffect(() => {
    if (isAlone && hasTitle) heading.current?.focus({ preventScroll: true });
  }, [isAlone, hasTitle]);
  return (
    <div className={styles.case}>
      <header className={styles.head}>
        <button type="button" className={styles.back} aria-label={words.back()} onClick={onClose}>
          <Icon name={isAlone ? "back" : "close"} />
        </button>
        <Heading ref={heading} tabIndex={-1}>
          {title ?? words.label()}
        </Heading>
      </header>
      <div className={styles.content}>{children}</div>
      {foot}
    </div>
  );
}

function Part({
  isAlone,
  title,
  help,
  children,
}: {
  isAlone: boolean;
  title: string;
  help?: string;
  children: ReactNode;
}) {
  const Heading = isAlone ? "h2" : "h3";
  return (
    <section className={styles.part} aria-label={title}>
      <Heading>{title}</Heading>
      {help && <p className={styles.help}>{help}</p>}
      {children}
    </section>
  );
}

/** Says that the case is closed, also to a moderator who was about to close it. */
function Outcome({ of: { row, measures } }: { of: Case }) {
  const last = measures.at(-1);
  return (
    <p>
      {words.isClosed()}{" "}
      {last
        ? words.closedBy({ measure: measureWords(last.kind), name: `@${last.moderator}` })
        : words.noMeasure({ outcome: outcomeOf(row) })}
    </p>
  );
}

function Reports({ of: { reports } }: { of: Case }) {
  return (
    <ul className={styles.list}>
      {reports.map(({ reporter, reason, words: text, createdAt }) => (
        <li key={`${reporter} ${createdAt}`}>
          <p>
            <strong>{reasonWords(reason)}</strong>
          </p>
          {text && (
            <p className={styles.text} dir="auto">
              {text}
            </p>
          )}
          <p className={styles.small}>
            {reporter ? `@${reporter}` : words.formerReporter()} · <Ago since={createdAt} />
          </p>
        </li>
      ))}
    </ul>
  );
}

function Member({ of: { row, history, otherCases } }: { of: Case }) {
  const { member } = row;
  return (
    <>
      <div className={styles.member}>
        <Avatar src={member.imageUrl} size={44} />
        <p>
          <strong>
            <bdi>{member.isGone ? consoleWords.formerMember() : member.fullName}</bdi>
          </strong>
          {!member.isGone && <span className={styles.small}>@{member.username}</span>}
        </p>
        {!member.isGone && <Link to={paths.preview(member.profileId)}>{words.profile()}</Link>}
      </div>
      {history.length === 0 ? (
        <p className={styles.help}>{words.noHistory()}</p>
      ) : (
        <PastMeasures title={words.history()} measures={history} />
      )}
      {otherCases.length > 0 && <OtherCases cases={otherCases} />}
    </>
  );
}

/** What else was reported about the member, or counted, with what became of it. */
function OtherCases({ cases }: { cases: readonly CaseRow[] }) {
  return (
    <ul className={styles.list} aria-label={words.otherCases()}>
      {cases.map((row) => (
        <li key={row._id}>
          <Link to={paths.case(row._id, row.state)}>{kindWords(row.kind)}</Link>
          <p className={styles.small}>
            {isReported(row.kind) && `${consoleWords.reports({ count: row.reports })} · `}
            {row.measure && `${measureWords(row.measure)} · `}
            {row.state === "closed" &&
              !row.measure &&
              `${consoleWords.noMeasure({ outcome: outcomeOf(row) })} · `}
            <Ago since={row.closedAt ?? row.openedAt} />
          </p>
        </li>
      ))}
    </ul>
  );
}
