import type { CaseKind, MeasureKind } from "../../api";
import * as words from "../../locales/deciding";
import { isReported } from "../moderation/reasons";
import { CONSOLE_KEYS } from "../shortcuts/consoleShortcuts";
import styles from "./Actions.module.css";

export type Action = MeasureKind | "dismiss" | "allow";

const ACTION_WORDS: Record<Action, () => string> = {
  allow: words.allow,
  dismiss: words.dismiss,
  warn: words.warn,
  remove: words.remove,
  unlist: words.unlist,
  restrict: words.restrict,
  suspend: words.suspend,
  ban: words.ban,
};
const ALL = Object.keys(ACTION_WORDS) as Action[];
const KEYS = Object.fromEntries(Object.entries(CONSOLE_KEYS).map(([key, name]) => [name, key]));

/** A refused photo is not dismissed, but left refused. */
export const actionWords = (action: Action, kind: CaseKind): string =>
  action === "dismiss" && kind === "upload" ? words.leaveRefused() : ACTION_WORDS[action]();

/** What can be done about this, the mildest first. */
export const actionsFor = (kind: CaseKind): Action[] =>
  ALL.filter((action) => {
    if (action === "allow") return kind === "upload";
    if (action === "unlist") return kind === "post";
    return action !== "remove" || isReported(kind);
  });

/** A button for each action, with its key. */
export function Actions({
  actions,
  kind,
  onChoose,
}: {
  actions: readonly Action[];
  kind: CaseKind;
  onChoose: (action: Action) => void;
}) {
  return (
    <fieldset className={styles.actions}>
      <legend className="visually-hidden">{words.actions()}</legend>
      {actions.map((action) => (
        <button
          key={action}
          type="button"
          className={styles.action}
          data-severe={action === "suspend" || action === "ban" || undefined}
          aria-keyshortcuts={KEYS[action]}
          onClick={() => onChoose(action)}
        >
          {actionWords(action, kind)}
          <span className={styles.key} aria-hidden="true">
            {KEYS[action]}
          </span>
        </button>
      ))}
    </fieldset>
  );
}
