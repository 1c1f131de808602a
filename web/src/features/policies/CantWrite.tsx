import { longTime } from "../../lib/days";
import * as words from "../../locales/standing";
import { paths } from "../../paths";
import { Button } from "../../ui/Button";
import { Link } from "../../ui/Link";
import { AcceptDialog } from "./AcceptDialog";
import styles from "./CantWrite.module.css";
import { postpone } from "./postponed";

interface Why {
  until?: string | null;
  inSafety?: boolean | undefined;
}

/** A member who may not write is told so, or asked to accept new terms or rules. One file, for both are rare. */
export default function CantWrite({ as, ...rest }: { as: "banner" | "dialog" } & Why) {
  return as === "dialog" ? <AcceptDialog /> : <Banner {...rest} />;
}

/** Why this member can't write: a restriction until this time, or without one, new terms or rules to accept. */
function Banner({ until, inSafety }: Why) {
  return (
    <p className={styles.banner} role="status">
      {until ? words.restricted({ until: longTime(until) }) : words.hasToAccept()}{" "}
      {until && !inSafety && <Link to={paths.settingsSafety()}>{words.why()}</Link>}
      {!until && (
        <Button variant="ghost" onClick={() => postpone("")}>
          {words.readAndAccept()}
        </Button>
      )}
    </p>
  );
}
