import { useEffect } from "react";
import { useViewer } from "../features/identity/Viewer";
import { scheduleCards } from "../features/onboarding/onboarding";
import { productName } from "../lib/deployment";
import { navigate } from "../lib/history";
import * as welcomeWords from "../locales/welcome";
import { paths } from "../paths";
import { ButtonLink } from "../ui/Button";
import { Current } from "../ui/Current";
import styles from "./Welcome.module.css";

const STAY_MS = 10_000;
const WORDS = [welcomeWords.connect, welcomeWords.share, welcomeWords.thrive];

/** Ten seconds of welcome, or less for those in a hurry. */
export function Welcome() {
  const { profileId } = useViewer();
  useEffect(() => scheduleCards(profileId), [profileId]);
  useEffect(() => {
    const timer = setTimeout(() => navigate(paths.homeFeed(), { replace: true }), STAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main className={styles.welcome}>
      <title>{welcomeWords.pageTitle({ product: productName })}</title>
      <Current />
      <h1 className={styles.title}>{welcomeWords.title({ product: productName })}</h1>
      <ol className={styles.words}>
        {WORDS.map((word) => (
          <li key={word()}>{word()}</li>
        ))}
      </ol>
      <footer className={styles.foot}>
        <p>{welcomeWords.meet()}</p>
        <ButtonLink to={paths.homeFeed()} replace>
          {welcomeWords.toFeed()}
        </ButtonLink>
      </footer>
    </main>
  );
}
