import { useQuery } from "convex/react";
import { useRef, useState } from "react";
import { api } from "../api";
import { InviteButton } from "../features/invite/InviteButton";
import { RestrictedBanner } from "../features/moderation/RestrictedBanner";
import { NookPanel } from "../features/nooks/NookPanel";
import { WordHint } from "../features/onboarding/WordHint";
import { NookFotos } from "../features/posts/NookFotos";
import { PeopleSearch } from "../features/profiles/PeopleSearch";
import { PersonStrip, StripsSkeleton, stripList } from "../features/profiles/PersonStrip";
import { productName } from "../lib/deployment";
import { directionSign } from "../lib/direction";
import { scrollBehavior } from "../lib/motion";
import { wordsFor } from "../lib/refusal";
import * as findWords from "../locales/find";
import * as peopleWords from "../locales/people";
import { paths } from "../paths";
import { ButtonLink } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { Link } from "../ui/Link";
import { PageHeader } from "../ui/PageHeader";
import styles from "./Find.module.css";

/** More than members will ever tell apart, and a whole number everywhere. */
const SEEDS = 2 ** 31;
const PANELS = [findWords.suggested, findWords.nooksTitle, findWords.curators];

/** Looks for people, and at other nooks. */
export function Find() {
  return (
    <main>
      <title>{findWords.pageTitle({ product: productName })}</title>
      <PageHeader title={findWords.title()} search={<PeopleSearch placeholder={findWords.searchName()} />} />
      <RestrictedBanner />
      <WordHint word="syncflow" />
      <Panels />
    </main>
  );
}

/** Three panels beside each other; on a phone one at a time, with a dot for each. */
function Panels() {
  const row = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0);
  const look = () => {
    const { scrollLeft = 0, clientWidth = 1 } = row.current ?? {};
    // In right-to-left scripts it counts down from zero.
    setShown(Math.round(Math.abs(scrollLeft) / Math.max(1, clientWidth)));
  };
  const go = (index: number) => {
    if (!row.current) return;
    const left = directionSign(row.current) * index * row.current.clientWidth;
    row.current.scrollTo({ left, behavior: scrollBehavior() });
  };
  return (
    <>
      <div className={styles.dots}>
        {PANELS.map((name, index) => (
          <button
            key={name()}
            type="button"
            aria-label={name()}
            aria-current={shown === index || undefined}
            onClick={() => go(index)}
          />
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section ref={row} className={styles.row} onScroll={look} tabIndex={0} aria-label={findWords.panels()}>
        <section className={styles.panel} aria-label={findWords.suggested()}>
          <h2>{findWords.suggested()}</h2>
          <ErrorBoundary words={(error) => wordsFor(error, findWords.couldntLoadSuggested())}>
            <Suggested />
          </ErrorBoundary>
        </section>
        <section className={styles.panel} aria-label={findWords.nooksTitle()}>
          <header className={styles.head}>
            <h2>{findWords.nooksTitle()}</h2>
            <Link to={paths.homeFeed()}>{findWords.homefeed()}</Link>
          </header>
          <NookPanel fotosOf={(nook) => <NookFotos nook={nook} />} />
        </section>
        <section className={styles.panel} aria-label={findWords.curators()}>
          <h2>{findWords.curators()}</h2>
          <p>{findWords.curatorsHint()}</p>
          <Link to={paths.curators()} className={styles.way}>
            {findWords.viewCurators()}
          </Link>
        </section>
      </section>
    </>
  );
}

function Suggested() {
  // A random choice at each visit, which stays the same during it.
  const [seed] = useState(() => Math.floor(Math.random() * SEEDS));
  const people = useQuery(api.profiles.getSuggested, { seed });
  const fotos = useQuery(
    api.posts.getStrips,
    people ? { userIds: people.map(({ userId }) => userId) } : "skip",
  );
  const standings = useQuery(
    api.flowRequests.getStandings,
    people ? { profile_ids: people.map(({ _id }) => _id) } : "skip",
  );
  if (!people || !fotos) return <StripsSkeleton strips={9} />;
  if (people.length === 0)
    return (
      <EmptyState
        title={peopleWords.noneFound()}
        help={findWords.noSuggestedHint()}
        action={
          <>
            <InviteButton />
            <ButtonLink to={paths.postFotos()}>{findWords.postFoto()}</ButtonLink>
          </>
        }
      />
    );
  return (
    <ul className={stripList}>
      {people.map((person) => (
        <PersonStrip
          key={person._id}
          person={person}
          fotos={fotos.filter(({ userId }) => userId === person.userId)}
          standing={standings?.find(({ profile_id }) => profile_id === person._id)}
        />
      ))}
    </ul>
  );
}
