import { useQueries, useQuery } from "convex/react";
import { type ReactNode, useEffect, useRef } from "react";
import { api, type CaseId } from "../api";
import { Appeals } from "../features/console/Appeals";
import { CaseFrame, CaseView } from "../features/console/CaseView";
import { Joining } from "../features/console/Joining";
import { Policies } from "../features/console/Policies";
import { Blanks, Queue } from "../features/console/Queue";
import { Team } from "../features/console/Team";
import { focusCase, useCaseKeys } from "../features/console/useCaseKeys";
import { useMethodsIfKnown } from "../features/identity/hosted";
import { productName } from "../lib/deployment";
import { navigate } from "../lib/history";
import { wordsFor } from "../lib/refusal";
import * as caseWords from "../locales/case";
import * as words from "../locales/console";
import * as joiningWords from "../locales/joining";
import * as policyWords from "../locales/policyEditor";
import * as teamWords from "../locales/team";
import { paths } from "../paths";
import { ButtonLink } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { PageHeader } from "../ui/PageHeader";
import { Navigate, useLocation } from "../ui/Router";
import { Tabs } from "../ui/Tabs";
import { useTwoPanes } from "../ui/useMedia";
import { useTab } from "../ui/useTab";
import styles from "./Moderation.module.css";

const TABS = ["open", "closed", "appeals", "joining", "team", "documents"] as const;
type Name = (typeof TABS)[number];
/** Nothing in these opens beside them. */
const WHOLE: ReadonlySet<Name> = new Set(["joining", "team", "documents"]);

/** The moderators' console: the queue, and the case that is open. For everyone else there is no such page. */
export function Moderation() {
  return (
    <main>
      <title>{words.pageTitle({ product: productName })}</title>
      <ErrorBoundary whole words={(error) => wordsFor(error, words.couldntLoadRole())}>
        <ForModerators />
      </ErrorBoundary>
    </main>
  );
}

function ForModerators() {
  const standing = useQuery(api.moderation.getStanding, {});
  if (!standing)
    return (
      <>
        <PageHeader title={words.title()} />
        <Blanks />
      </>
    );
  if (standing.role === "member") return <Navigate to={paths.landing()} replace />;
  if (standing.needsSecondStep) return <SecondStepFirst />;
  return <Console isOwner={standing.role === "owner"} />;
}

/** A role that the operator ties to a second step, of a member who has none. It opens as soon as they have one. */
function SecondStepFirst() {
  return (
    <>
      <PageHeader title={words.title()} />
      <EmptyState
        title={words.needsSecondStep()}
        help={words.needsSecondStepHint()}
        action={<ButtonLink to={paths.settingsTwoFactor()}>{words.addSecondStep()}</ButtonLink>}
      />
    </>
  );
}

function Console({ isOwner }: { isOwner: boolean }) {
  const hasTwoPanes = useTwoPanes();
  const { caseId, tab, choose, close } = useOpenCase();
  const hasJoining = useHasJoining(tab);
  const lists = (
    <div className={styles.lists}>
      <PageHeader title={words.title()} />
      <Tabs<Name>
        label={words.tabs()}
        chosen={tab}
        onChoose={choose}
        tabs={[
          {
            name: "open",
            words: words.open(),
            content: withBoundary(<Queue state="open" openId={caseId} />),
          },
          {
            name: "closed",
            words: words.closed(),
            content: withBoundary(<Queue state="closed" openId={caseId} />),
          },
          {
            name: "appeals",
            words: words.appeals(),
            content: withBoundary(<Appeals openId={caseId} />, words.couldntLoadAppeals),
          },
          ...(hasJoining
            ? [
                {
                  name: "joining" as const,
                  words: words.joining(),
                  content: withBoundary(<Joining />, joiningWords.couldntLoad),
                },
              ]
            : []),
          {
            name: "team",
            words: words.team(),
            content: withBoundary(<Team isOwner={isOwner} />, teamWords.couldntLoad),
          },
          ...(isOwner
            ? [
                {
                  name: "documents" as const,
                  words: words.documents(),
                  content: withBoundary(<Policies />, policyWords.couldntLoad),
                },
              ]
            : []),
        ]}
      />
    </div>
  );
  const open = caseId && (
    <ErrorBoundary
      about={caseId}
      words={(error) => wordsFor(error, caseWords.couldntLoad())}
      frame={(failure) => (
        <CaseFrame isAlone={!hasTwoPanes} onClose={() => close(caseId)}>
          {failure}
        </CaseFrame>
      )}
    >
      <CaseView
        key={caseId}
        caseId={caseId}
        isAlone={!hasTwoPanes}
        onClose={() => close(caseId)}
        onDecided={() => close(null)}
      />
    </ErrorBoundary>
  );
  if (!hasTwoPanes || WHOLE.has(tab)) return open || <WithKeys>{lists}</WithKeys>;
  return (
    <div className={styles.split}>
      {lists}
      <section className={styles.pane} aria-label={caseWords.label()}>
        {open || (
          <WithKeys>
            <p className={styles.hint}>
              {words.chooseOne()} <span>{words.keysHint()}</span>
            </p>
          </WithKeys>
        )}
      </section>
    </div>
  );
}

const WAITING = { waiting: { query: api.moderation.getApplications, args: { state: "waiting" } } };

/**
 * Whether new members wait here: also some from before the operator let everyone in. The console waits for neither
 * answer, and a failure of either leaves only this tab out.
 */
function useHasJoining(tab: Name): boolean {
  const entry = useMethodsIfKnown()?.entry;
  const { waiting } = useQueries(WAITING);
  return tab === "joining" || entry === "approval" || (Array.isArray(waiting) && waiting.length > 0);
}

const withBoundary = (list: ReactNode, otherwise = words.couldntLoad) => (
  <ErrorBoundary words={(error) => wordsFor(error, otherwise())}>{list}</ErrorBoundary>
);

/** While no case is open, the keys move along the queue. */
function WithKeys({ children }: { children: ReactNode }) {
  useCaseKeys({ onLetter: () => false, onClose: null });
  return children;
}

/** The case in the address, over one of the tabs. Closing it puts the focus back on its row, or on the next one. */
function useOpenCase() {
  const [tab, choose] = useTab<Name>(TABS);
  const { search } = useLocation();
  const caseId = new URLSearchParams(search).get("case") as CaseId | null;
  const focusOn = useRef<string | null | undefined>(undefined);
  useEffect(() => {
    if (caseId || focusOn.current === undefined) return;
    focusCase(focusOn.current);
    focusOn.current = undefined;
  }, [caseId]);
  const close = (focus: string | null) => {
    focusOn.current = focus;
    navigate(tab === "open" ? paths.moderation() : `${paths.moderation()}?tab=${tab}`, {
      state: { isOver: true },
    });
  };
  return { caseId, tab, choose, close };
}
