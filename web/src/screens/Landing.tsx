import { wasSignedIn } from "../features/identity/signedIn";
import { productName } from "../lib/deployment";
import * as landingWords from "../locales/landing";
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
        <h1 className={styles.name} translate="no">
          {productName}
        </h1>
        <p className={styles.line}>{landingWords.lead()}</p>
      </div>
      <nav className={styles.ways} aria-label={landingWords.begin()}>
        <ButtonLink variant="primary" wide to={paths.getStarted()}>
          {landingWords.getStarted()}
        </ButtonLink>
        <ButtonLink wide to={paths.login()}>
          {landingWords.login()}
        </ButtonLink>
      </nav>
    </main>
  );
}
