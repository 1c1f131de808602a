import { wasSignedIn } from "../features/identity/signedIn";
import { productName } from "../lib/deployment";
import { paths } from "../paths";
import { ButtonLink } from "../ui/Button";
import { Current } from "../ui/Current";
import { Navigate } from "../ui/Router";
import styles from "./Landing.module.css";

/** For visitors; members go on to their feed, which asks them to log in where the session is over. */
export function Landing() {
  if (wasSignedIn()) return <Navigate to={paths.homeFeed()} replace />;
  return (
    <main className={styles.landing} data-nook="sphere">
      <title>{productName}</title>
      <Current />
      <div className={styles.words}>
        <h1 className={styles.name}>{productName}</h1>
        <p className={styles.line}>Photographs, and the people you are in flow with.</p>
      </div>
      <nav className={styles.ways} aria-label="Begin">
        <ButtonLink variant="primary" wide to={paths.getStarted()}>
          GET STARTED
        </ButtonLink>
        <ButtonLink wide to={paths.login()}>
          LOGIN
        </ButtonLink>
      </nav>
    </main>
  );
}
