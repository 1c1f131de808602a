import { paths } from "../app/paths";
import { productName } from "../lib/deployment";
import { ButtonLink } from "../ui/Button";
import { Current } from "../ui/Current";
import styles from "./Landing.module.css";

export function Landing() {
  return (
    <main className={styles.landing} data-nook="sphere">
      <title>{productName}</title>
      <Current />
      <div className={styles.words}>
        <h1 className={styles.name}>{productName}</h1>
        <p className={styles.line}>Photographs, and the people you are in flow with.</p>
      </div>
      <nav className={styles.ways} aria-label="Begin">
        <ButtonLink look="light" wide to={paths.getStarted()}>
          GET STARTED
        </ButtonLink>
        <ButtonLink wide to={paths.login()}>
          LOGIN
        </ButtonLink>
      </nav>
    </main>
  );
}
