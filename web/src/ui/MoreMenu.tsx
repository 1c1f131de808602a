import { Icon } from "./Icon";
import styles from "./IconButton.module.css";
import { LazyMenu } from "./LazyMenu";
import { lazyWithRetry } from "./lazyWithRetry";

const load = () => import("./MoreMenuItems");
const MoreMenuItems = lazyWithRetry(load);

interface Action {
  words: string;
  onPick: () => void;
  isDanger?: boolean;
}

/** Leads to a file of the server, in a tab of its own or as a download that the server names. */
interface FileLink {
  words: string;
  href: string;
  isDownload: boolean;
}

export type MoreMenuItem = Action | FileLink;

/** Three dots that open a menu of actions which are seldom used. */
export function MoreMenu({ label, items }: { label: string; items: MoreMenuItem[] }) {
  return (
    <LazyMenu label={label} className={styles.button} face={<Icon name="more" />} fetch={load}>
      <MoreMenuItems label={label} items={items} />
    </LazyMenu>
  );
}
