import { Link, NavLink, Outlet } from "react-router";
import { Connection } from "../features/connection/Connection";
import { useViewer } from "../features/identity/Viewer";
import { Icon, type IconName } from "../ui/Icon";
import { Wordmark } from "../ui/Wordmark";
import { MenuButton } from "./MenuButton";
import { paths } from "./paths";
import styles from "./Shell.module.css";

/** The frame of the members' app: a bar under the thumb on a phone, a rail at the left on a desktop. */
export function Shell() {
  return (
    <div className={styles.shell}>
      <header className={styles.top}>
        <Link to={paths.homeFeed()} className={styles.home}>
          <Wordmark />
        </Link>
        <Who />
        <MenuButton />
        <Connection />
      </header>
      <nav className={styles.nav} aria-label="Main">
        <Tab to={paths.find()} icon="find" word="FIND" />
        <Tab to={paths.homeFeed()} icon="fotos" word="FOTOS" />
        <Link to={paths.postFotos()} className={styles.create}>
          <Icon name="plus" />
          <span>New foto</span>
        </Link>
        <button type="button" disabled className={styles.tab} title="Coming Soon!">
          <Icon name="flicks" />
          FLICKS
          <small>Coming Soon!</small>
        </button>
        <Tab to={paths.intexted()} icon="intexted" word="INTEXTED" />
      </nav>
      <div className={styles.content}>
        <Outlet />
      </div>
    </div>
  );
}

function Tab({ to, icon, word }: { to: string; icon: IconName; word: string }) {
  return (
    <NavLink to={to} className={styles.tab ?? ""}>
      <Icon name={icon} />
      {word}
    </NavLink>
  );
}

function Who() {
  const { imageUrl, fullName, username } = useViewer();
  return (
    <Link to={paths.profile()} className={styles.who}>
      <img src={imageUrl || "/default-avatar.png"} alt="" width="32" height="32" />
      <span className="visually-hidden">Your profile</span>
      <span className={styles.names}>
        <strong>{fullName}</strong>
        <span>@{username}</span>
      </span>
    </Link>
  );
}
