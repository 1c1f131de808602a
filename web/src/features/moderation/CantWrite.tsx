import { longTime } from "../../lib/days";
import * as words from "../../locales/standing";
import { paths } from "../../paths";
import { Button } from "../../ui/Button";
import { Link } from "../../ui/Link";
import { useLocation } from "../../ui/Router";
import { AcceptDialog } from "../policies/AcceptDialog";
import { postpone } from "../policies/postponed";
import styles from "./CantWrite.module.css";

/**
 * The banner for a member who may not write; without `until`, the dialog that asks them to accept. One file, for both
 * are rare.
 */
export default function CantWrite({ until }: { until?: string | null }) {
  return until === undefined ? <AcceptDialog /> : <Banner until={until} />;
}

function Banner({ until }: { until: string | null }) {
  const isInSafety = useLocation().pathname === paths.settingsSafety();
  return (
    <p className={styles.banner} role="status">
      {until ? words.restricted({ until: longTime(until) }) : words.hasToAccept()}{" "}
      {until && !isInSafety && <Link to={paths.settingsSafety()}>{words.why()}</Link>}
      {!until && (
        <Button variant="ghost" onClick={() => postpone("")}>
          {words.readAndAccept()}
        </Button>
      )}
    </p>
  );
}
