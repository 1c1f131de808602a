import { Suspense, useState } from "react";
import { useViewer } from "../features/identity/Viewer";
import * as words from "../locales/shell";
import { paths } from "../paths";
import { Avatar } from "../ui/Avatar";
import { LastError } from "../ui/LastError";
import { Link, NavLink } from "../ui/Link";
import { lazyWithRetry } from "../ui/lazyWithRetry";
import { Outlet } from "../ui/Router";
import { Wordmark } from "../ui/Wordmark";
import { MenuButton } from "./MenuButton";
import { Navigation } from "./Navigation";
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
        <div ref={setPreviews} className={styles.previews} />
        <Suspense fallback={<span className={styles.bell} />}>
          <NotificationBar place={previews} />
        </Suspense>
        <Who />
        <MenuButton />
      </header>
      <Navigation />
      <LastError />
      <div id="content" className={styles.content}>
        <Outlet />
      </div>
    </div>
  );
}

function Who() {
  const { imageUrl, fullName, username } = useViewer();
  return (
    <NavLink to={paths.profile()} className={styles.who}>
      <Avatar src={imageUrl} size={32} />
      <span className="visually-hidden">{words.yourProfile()}</span>
      <span className={styles.names}>
        <strong dir="auto">{fullName}</strong>
        <span>@{username}</span>
      </span>
    </NavLink>
  );
}
