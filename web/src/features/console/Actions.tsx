import type { CaseKind, MeasureKind } from "../../api";
import * as words from "../../locales/deciding";
import { isAutomatic } from "../moderation/reasons";
import { CONSOLE_KEYS } from "../shortcuts/consoleShortcuts";
import styles from "./Actions.module.css";

export type Action = MeasureKind | "dismiss";

const ACTION_WORDS: Record<Action, () => string> = {
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

export const actionWords = (action: Action): string => ACTION_WORDS[action]();

/** What can be done about this, the mildest first. */
export const actionsFor = (kind: CaseKind): Action[] =>
  ALL.filter((action) => {
    if (action === "unlist") return kind === "post";
    return action !== "remove" || !isAutomatic(kind);
  });

/** A button for each action, with its key. */
export function Actions({
  actions,
  onChoose,
}: {
  actions: readonly Action[];
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
          aria-keyshortcuts={KEYS[action]}
          onClick={() => onChoose(action)}
        >
          {actionWords(action)}
          <span className={styles.key} aria-hidden="true">
            {KEYS[action]}
          </span>
        </button>
      ))}
    </fieldset>
  );
}
