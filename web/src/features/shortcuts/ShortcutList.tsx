import { api } from "../../api";
import * as shortcutsWords from "../../locales/shortcuts";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { Switch } from "../../ui/Switch";
import { useOptionalQuery } from "../../ui/useOptionalQuery";
import { CONSOLE_SHORTCUTS } from "./consoleShortcuts";
import styles from "./ShortcutList.module.css";
import { switchShortcuts, useShortcutsOn } from "./settings";
import { SHORTCUTS, type Shortcut } from "./shortcutMap";

/** All shortcuts, and a switch for members whose keyboard or voice control presses keys by accident. */
export default function ShortcutList({ open, onClose }: { open: boolean; onClose: () => void }) {
  const on = useShortcutsOn();
  const role = useOptionalQuery(api.moderation.getStanding, {})?.role ?? "member";
  const sections = role === "member" ? SHORTCUTS : [...SHORTCUTS, CONSOLE_SHORTCUTS];
  return (
    <Dialog open={open} onClose={onClose} title={shortcutsWords.title()}>
      <DialogWords>{shortcutsWords.hint()}</DialogWords>
      <Switch
        label={shortcutsWords.singleKeys()}
        help={on ? shortcutsWords.on() : shortcutsWords.off()}
        on={on}
        onChange={switchShortcuts}
      />
      {sections.map(({ title, keys }) => (
        <section key={title()} className={styles.part} data-off={!on || undefined}>
          <h3>{title()}</h3>
          <dl>
            {keys.map((one) => (
              <Line key={one.keys.join("")} of={one} />
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}

function Line({ of: { keys, words } }: { of: Shortcut }) {
  return (
    <div>
      <dt>
        {keys.map((key, index) => (
          <span key={key}>
            {index > 0 && ` ${shortcutsWords.keyJoin()} `}
            <kbd>{key}</kbd>
          </span>
        ))}
      </dt>
      <dd>{words()}</dd>
    </div>
  );
}
