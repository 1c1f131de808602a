import { type ReactNode, Suspense } from "react";
import * as words from "../locales/shell";
import { paths } from "../paths";
import { ComingSoonButton } from "../ui/ComingSoonButton";
import { Icon, type IconName } from "../ui/Icon";
import { Link, NavLink } from "../ui/Link";
import { lazyWithRetry } from "../ui/lazyWithRetry";
import styles from "./Navigation.module.css";

/** Loaded after the first paint. */
const ModerationTab = lazyWithRetry(() => import("./ModerationTab"));
const UnreadBadge = lazyWithRetry(() => import("../features/messages/inbox/UnreadBadge"));

/** The bar under the thumb, or the rail beside the page. */
export function Navigation() {
  return (
    <nav className={styles.nav} aria-label={words.main()}>
      <Tab to={paths.find()} icon="find" word={words.find()} />
      <Tab to={paths.homeFeed()} icon="fotos" word={words.fotos()} />
      <Tab to={paths.sphere()} icon="sphere" word={words.sphere()} />
      <Link to={paths.postFotos()} className={styles.create}>
        <Icon name="plus" />
        <span>{words.newFoto()}</span>
      </Link>
      <Tab to={paths.cue()} icon="cue" word={words.cue()} />
      <Tab to={paths.intexted()} icon="intexted" word={words.intexted()}>
        <Suspense>
          <UnreadBadge />
        </Suspense>
      </Tab>
      <ComingSoonButton className={styles.tab}>
        <Icon name="flicks" />
        <span>{words.flicks()}</span>
        <small>{words.comingSoon()}</small>
      </ComingSoonButton>
      <Suspense>
        <ModerationTab className={styles.tab ?? ""} />
      </Suspense>
    </nav>
  );
}

interface TabProps {
  to: string;
  icon: IconName;
  word: string;
  children?: ReactNode;
}

function Tab({ to, icon, word, children }: TabProps) {
  return (
    <NavLink to={to} className={styles.tab ?? ""}>
      <Icon name={icon} />
      <span>{word}</span>
      {children}
    </NavLink>
  );
}
