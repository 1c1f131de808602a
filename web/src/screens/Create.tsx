import { type ReactNode, useEffect } from "react";
import { api } from "../api";
import { useViewer } from "../features/identity/Viewer";
import { SmallFoto } from "../features/posts/SmallFoto";
import { productName } from "../lib/deployment";
import { navigate } from "../lib/history";
import { onVerticalSwipe } from "../lib/swipe";
import * as words from "../locales/create";
import { paths } from "../paths";
import { ButtonLink } from "../ui/Button";
import { Drawing } from "../ui/Icon";
import { Link } from "../ui/Link";
import { useOptionalQuery } from "../ui/useOptionalQuery";
import styles from "./Create.module.css";

const LOCK = "M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3";
const PLACES = [0, 1, 2];
const SIZES = "(min-width: 640px) 350px, 55vw";
const UP = "M5 14.500 12 8l7 6.500";

/** What there is to make besides fotos. */
export function Create() {
  useSwipeToFeed();
  return (
    <main className={styles.page}>
      <title>{words.pageTitle({ product: productName })}</title>
      <h1 className={styles.title}>{words.title()}</h1>
      <section className={styles.grid} aria-labelledby="create-grid">
        <Collage />
        <div>
          <h2 id="create-grid">{words.createGrid()}</h2>
          <p>{words.createGridHint()}</p>
        </div>
        <ButtonLink variant="primary" to={paths.gridCreation()}>
          {words.createGrid()}
        </ButtonLink>
      </section>
      <Later title={words.activity()} />
      <Later title={words.effects()}>
        <span className={styles.lock}>
          <Drawing path={LOCK} />
          <span className="visually-hidden">{words.locked()}</span>
        </span>
      </Later>
      <Link to={paths.homeFeed()} className={styles.feed}>
        <Drawing path={UP} />
        {words.feed()}
      </Link>
    </main>
  );
}

/** A part that is not open yet. */
function Later({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <section className={styles.later}>
      <div>
        <h2>{title}</h2>
        <p>{words.comingSoon()}</p>
      </div>
      {children}
    </section>
  );
}

/** A grid of the member's newest fotos, or in outline where there are none: decoration. */
function Collage() {
  const viewer = useViewer();
  const fotos = useOptionalQuery(api.posts.getStrips, { userIds: [viewer._id] });
  return (
    <div className={styles.collage} aria-hidden="true">
      {PLACES.map((place) => {
        const post = fotos?.[place];
        return <span key={place}>{post && <SmallFoto post={post} sizes={SIZES} isDecoration />}</span>;
      })}
    </div>
  );
}

function useSwipeToFeed(): void {
  useEffect(() => onVerticalSwipe(() => navigate(paths.homeFeed())), []);
}
