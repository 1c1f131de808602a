import { longTime } from "../../lib/days";
import * as words from "../../locales/standing";
import { paths } from "../../paths";
import { Link } from "../../ui/Link";
import styles from "./RestrictedBanner.module.css";
import { useStanding } from "./standing";

/** Tells a restricted member why they can't write here, and until when; nothing for the others. */
export function RestrictedBanner({ inSafety = false }: { inSafety?: boolean }) {
  const until = useStanding()?.restrictedUntil;
  if (!until) return null;
  return (
    <p className={styles.banner} role="status">
      {words.restricted({ until: longTime(until) })}{" "}
      {!inSafety && <Link to={paths.settingsSafety()}>{words.why()}</Link>}
    </p>
  );
}
