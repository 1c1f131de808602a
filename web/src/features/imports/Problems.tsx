import { api, type ImportId, type ImportProblem } from "../../api";
import { translatedRefusal } from "../../lib/language";
import * as words from "../../locales/imports";
import { SettingsSection } from "../../ui/SettingsPage";
import { useOptionalQuery } from "../../ui/useOptionalQuery";
import { type CountRow, Counts } from "./Counts";
import styles from "./Imports.module.css";

/** What cannot come, and why, and what comes otherwise than it was. */
export function Problems({ importId, left }: { importId: ImportId; left: CountRow[] }) {
  const problems = useOptionalQuery(api.imports.getProblems, { importId }) ?? [];
  const lost = problems.filter(({ isLost }) => isLost);
  const changed = problems.filter(({ isLost }) => !isLost);
  if (problems.length === 0 && left.every(([, count]) => count === 0)) return null;
  return (
    <SettingsSection title={words.problemsTitle()} isCard>
      <div className={styles.status}>
        <Counts rows={left} />
        <List words={words.lost({ count: lost.length })} problems={lost} />
        <List words={words.changed({ count: changed.length })} problems={changed} />
      </div>
    </SettingsSection>
  );
}

function List({ words: said, problems }: { words: string; problems: ImportProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <details className={styles.more}>
      <summary>{said}</summary>
      <ul className={styles.problems}>
        {problems.map(({ name, why }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries may have one name, and the order never changes
          <li key={at}>
            <bdi>{name}</bdi>
            <span>{translatedRefusal(why) ?? why}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
