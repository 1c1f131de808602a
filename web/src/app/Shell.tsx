import { Suspense, useState } from "react";
import { useViewer } from "../features/identity/Viewer";
import { local } from "../lib/storage";
import * as words from "../locales/shell";
import { paths } from "../paths";
import { Avatar } from "../ui/Avatar";
import { ComingSoonButton } from "../ui/ComingSoonButton";
import { Icon, type IconName } from "../ui/Icon";
import { LastError } from "../ui/LastError";
import { Link, NavLink } from "../ui/Link";
import { lazyWithRetry } from "../ui/lazyWithRetry";
import { Outlet } from "../ui/Router";
import { Wordmark } from "../ui/Wordmark";
import { MenuButton } from "./MenuButton";
import styles from "./Shell.module.css";
import { SkipLink } from "./SkipLink";

/** Loaded after the first paint. */
const NotificationBar = lazyWithRetry(() => import("../features/notifications/NotificationBar"));

/** The frame of the members' app: a bar under the thumb on a phone, a rail of icons from 700 pixels on, a wide one on a desktop. */
export function Shell() {
  const [previews, setPreviews] = useState<HTMLElement | null>(null);
  return (
    <div className={styles.shell}>
      <SkipLink />
      <header className={styles.top} data-header>
        <Link to={paths.homeFeed()} className={styles.home}>
          <Wordmark />
        </Link>
        <Suspense fallback={<span className={styles.bell} />}>
          <NotificationBar place={previews} />
        </Suspense>
        <Who />
        <MenuButton />
      </header>
      <nav className={styles.nav} aria-label={words.main()}>
        <Tab to={paths.find()} icon="find" word={words.find()} />
        <Tab to={paths.homeFeed()} icon="fotos" word={words.fotos()} />
        <Link to={paths.postFotos()} className={styles.create}>
          <Icon name="plus" />
          <span>{words.newFoto()}</span>
        </Link>
        <ComingSoonButton className={styles.tab}>
          <Icon name="flicks" />
          <span>{words.flicks()}</span>
          <small>{words.comingSoon()}</small>
        </ComingSoonButton>
        <Tab to={paths.intexted()} icon="intexted" word={words.intexted()} />
      </nav>
      <div ref={setPreviews} className={styles.previews} data-kept={local.get("unread")} />
      <LastError />
      <div id="content" className={styles.content}>
        <Outlet />
      </div>
    </div>
  );
}

function Tab({ to, icon, word }: { to: string; icon: IconName; word: string }) {
  return (
    <NavLink to={to} className={styles.tab ?? ""}>
      <Icon name={icon} />
      <span>{word}</span>
    </NavLink>
  );
}

function Who() {
  const { imageUrl, fullName, username } = useViewer();
  return (
    <Link to={paths.profile()} className={styles.who}>
      <Avatar src={imageUrl} size={32} />
      <span className="visually-hidden">{words.yourProfile()}</span>
      <span className={styles.names}>
        <strong dir="auto">{fullName}</strong>
        <span>@{username}</span>
      </span>
    </Link>
  );
}
