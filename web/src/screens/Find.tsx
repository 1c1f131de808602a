import { useQuery } from "convex/react";
import { lazy, Suspense, useRef, useState } from "react";
import { Link } from "react-router";
import { api } from "../api";
import { paths } from "../app/paths";
import { NookPanel } from "../features/nooks/NookPanel";
import { PeopleSearch } from "../features/profiles/PeopleSearch";
import { PeopleSkeleton, PersonRow } from "../features/profiles/PersonRow";
import { productName } from "../lib/deployment";
import { smoothly } from "../lib/motion";
import { wordsFor } from "../lib/refusal";
import { ButtonLink } from "../ui/Button";
import { Notice } from "../ui/Notice";
import { Recover } from "../ui/Recover";
import { WallHead } from "../ui/WallHead";
import styles from "./Find.module.css";

const AllProfiles = lazy(() => import("../features/profiles/AllProfiles"));
const PANELS = ["Suggested Users", "Nooks", "Curators"] as const;

/** Looks for people, and at other nooks. */
export function Find() {
  const [all, setAll] = useState<string | null>(null);
  return (
    <main>
      <title>{`Find · ${productName}`}</title>
      <WallHead title="FIND" />
      <div className={styles.search}>
        <PeopleSearch placeholder="search a name" onAll={setAll} />
      </div>
      <Panels />
      {all !== null && (
        <Suspense>
          <AllProfiles text={all} onClose={() => setAll(null)} />
        </Suspense>
      )}
    </main>
  );
}

/** Three panels beside each other; on a phone one at a time, with a dot for each. */
function Panels() {
  const row = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0);
  const look = () => {
    const { scrollLeft = 0, clientWidth = 1 } = row.current ?? {};
    setShown(Math.round(scrollLeft / Math.max(1, clientWidth)));
  };
  const go = (index: number) =>
    row.current?.scrollTo({ left: index * row.current.clientWidth, behavior: smoothly() });
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
          <Recover words={(error) => wordsFor(error, "Suggestions could not be read.")}>
            <Suggested />
          </Recover>
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
  const people = useQuery(api.profiles.getSuggested, {});
  if (!people) return <PeopleSkeleton rows={9} />;
  if (people.length === 0)
    return (
      <Notice
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
