import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import styles from "./Tabs.module.css";

export interface TabOf<Name extends string> {
  name: Name;
  words: string;
  content: ReactNode;
  /** A small figure beside the words, such as how many are unread. */
  count?: number | undefined;
  /** Controls for the content, at the end of the row. */
  aside?: ReactNode;
}

/** A tab list. Only the chosen tab's content is mounted. */
export function Tabs<Name extends string>({
  label,
  tabs,
  chosen,
  onChoose,
}: {
  label: string;
  tabs: readonly TabOf<Name>[];
  chosen: Name;
  onChoose: (name: Name) => void;
}) {
  const list = (
    <Base.List className={styles.list} aria-label={label}>
      {tabs.map(({ name, words, count }) => (
        <Base.Tab key={name} value={name} className={styles.tab}>
          {words}
          {Boolean(count) && <span className={styles.count}>{count}</span>}
        </Base.Tab>
      ))}
    </Base.List>
  );
  return (
    <Base.Root value={chosen} onValueChange={(name: Name) => onChoose(name)}>
      {tabs.some(({ aside }) => aside) ? (
        <div className={styles.row}>
          {list}
          {tabs.find(({ name }) => name === chosen)?.aside}
        </div>
      ) : (
        list
      )}
      {tabs.map(({ name, content }) => (
        <Base.Panel key={name} value={name} className={styles.panel}>
          {content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
