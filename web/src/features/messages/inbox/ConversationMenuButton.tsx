import * as inboxWords from "../../../locales/inbox";
import { Icon } from "../../../ui/Icon";
import { LazyMenu } from "../../../ui/LazyMenu";
import { lazyWithRetry } from "../../../ui/lazyWithRetry";
import styles from "./ConversationMenu.module.css";
import type { Picking } from "./Inbox";

const load = () => import("./ConversationMenu");
const ConversationMenu = lazyWithRetry(load);

/** The actions for a conversation; the member chooses the conversation after that. */
export function ConversationMenuButton({ onPick }: { onPick: (what: Picking) => void }) {
  return (
    <LazyMenu label={inboxWords.menuLabel()} className={styles.menu} face={<MenuFace />} fetch={load}>
      <ConversationMenu onPick={onPick} />
    </LazyMenu>
  );
}

export function MenuFace() {
  return (
    <>
      <Icon name="more" />
      {inboxWords.menu()}
    </>
  );
}
