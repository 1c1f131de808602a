import { Icon } from "./Icon";
import styles from "./IconButton.module.css";
import { LazyMenu } from "./LazyMenu";
import { lazyWithRetry } from "./lazyWithRetry";

const load = () => import("./MoreMenuItems");
const MoreMenuItems = lazyWithRetry(load);

export interface MoreMenuItem {
  words: string;
  onPick: () => void;
  isDanger?: boolean;
}

/** Three dots that open a menu of actions which are seldom used. */
export function MoreMenu({ label, items }: { label: string; items: MoreMenuItem[] }) {
  return (
    <LazyMenu label={label} className={styles.button} face={<Icon name="more" />} fetch={load}>
      <MoreMenuItems label={label} items={items} />
    </LazyMenu>
  );
}
