import { useQuery } from "convex/react";
import { useRef, useState } from "react";
import { api } from "../api";
import { NookPanel } from "../features/nooks/NookPanel";
import { PeopleSearch } from "../features/profiles/PeopleSearch";
import { PeopleSkeleton, PersonRow } from "../features/profiles/PersonRow";
import { productName } from "../lib/deployment";
import { directionSign } from "../lib/direction";
import { scrollBehavior } from "../lib/motion";
import { wordsFor } from "../lib/refusal";
import { paths } from "../paths";
import { ButtonLink } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { Link } from "../ui/Link";
import { PageHeader } from "../ui/PageHeader";
import styles from "./Find.module.css";

/** More than members will ever tell apart, and a whole number everywhere. */
const SEEDS = 2 ** 31;
const PANELS = ["Suggested Users", "Nooks", "Curators"] as const;

/** Looks for people, and at other nooks. */
export function Find() {
  return (
    <main>
      <title>{`Find · ${productName}`}</title>
      <PageHeader title="FIND" />
      <div className={styles.search}>
        <PeopleSearch placeholder="search a name" />
      </div>
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
            key={name}
            type="button"
            aria-label={name}
            aria-current={shown === index || undefined}
            onClick={() => go(index)}
          />
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section ref={row} className={styles.row} onScroll={look} tabIndex={0} aria-label="Panels">
        <section className={styles.panel} aria-label="Suggested Users">
          <h2>Suggested Users</h2>
          <ErrorBoundary words={(error) => wordsFor(error, "Suggestions could not be read.")}>
            <Suggested />
          </ErrorBoundary>
        </section>
        <section className={styles.panel} aria-label="NOOKS">
          <header className={styles.head}>
            <h2>NOOKS</h2>
            <Link to={paths.homeFeed()}>homefeed</Link>
          </header>
          <NookPanel />
        </section>
        <section className={styles.panel} aria-label="Curators">
          <h2>Curators</h2>
          <p>Members whose fotos, grids and flows earned them the badge shape the nooks.</p>
          <Link to={paths.curators()} className={styles.way}>
            view the curators
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
  if (!people) return <PeopleSkeleton rows={9} />;
  if (people.length === 0)
    return (
      <EmptyState
        title="No users found"
        help="You are the first one here."
        action={<ButtonLink to={paths.postFotos()}>Post a foto</ButtonLink>}
      />
    );
  return (
    <ul>
      {people.map((person) => (
        <PersonRow key={person._id} person={person} />
      ))}
    </ul>
  );
}
