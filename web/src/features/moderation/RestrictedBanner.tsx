import { longTime } from "../../lib/days";
import * as words from "../../locales/standing";
import { paths } from "../../paths";
import { Button } from "../../ui/Button";
import { Link } from "../../ui/Link";
import { postpone } from "../policies/postponed";
import styles from "./RestrictedBanner.module.css";
import { useStanding } from "./standing";

/** Tells a restricted member why they can't write here, and until when; nothing for the others. */
export function RestrictedBanner({ inSafety = false }: { inSafety?: boolean }) {
  const standing = useStanding();
  const until = standing?.restrictedUntil;
  if (!until) return standing?.hasToAccept ? <AcceptFirst /> : null;
  return (
    <p className={styles.banner} role="status">
      {words.restricted({ until: longTime(until) })}{" "}
      {!inSafety && <Link to={paths.settingsSafety()}>{words.why()}</Link>}
    </p>
  );
}

/** Tells a member who has put off the new terms or rules why they can't write here. */
function AcceptFirst() {
  return (
    <p className={styles.banner} role="status">
      {words.hasToAccept()}{" "}
      <Button variant="ghost" onClick={() => postpone("")}>
        {words.readAndAccept()}
      </Button>
    </p>
  );
}
