import { type ReactNode, useEffect } from "react";
import { productName } from "../lib/deployment";
import { navigate } from "../lib/history";
import { onVerticalSwipe } from "../lib/swipe";
import { paths } from "../paths";
import { ButtonLink } from "../ui/Button";
import { Drawing } from "../ui/Icon";
import { Link } from "../ui/Link";
import styles from "./Create.module.css";

const LOCK = "M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3";
const UP = "M5 14.500 12 8l7 6.500";

/** What there is to make besides fotos. */
export function Create() {
  useSwipeToFeed();
  return (
    <main className={styles.page}>
      <title>{`Create · ${productName}`}</title>
      <h1 className={styles.title}>CREATE</h1>
      <Later title="Your Activity" />
      <section className={styles.grid} aria-labelledby="create-grid">
        <Collage />
        <div>
          <h2 id="create-grid">Create Grid</h2>
          <p>Two or three of your fotos, in one frame.</p>
        </div>
        <ButtonLink variant="primary" to={paths.gridCreation()}>
          Create Grid
        </ButtonLink>
      </section>
      <Later title="Premium Effects">
        <span className={styles.lock}>
          <Drawing path={LOCK} />
          <span className="visually-hidden">Locked</span>
        </span>
      </Later>
      <Link to={paths.homeFeed()} className={styles.feed}>
        <Drawing path={UP} />
        FEED
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
        <p>Coming soon</p>
      </div>
      {children}
    </section>
  );
}

/** Two grids in outline: decoration. */
function Collage() {
  return (
    <div className={styles.collage} aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
  );
}

function useSwipeToFeed(): void {
  useEffect(() => onVerticalSwipe(() => navigate(paths.homeFeed())), []);
}
