import { Icon } from "../../ui/Icon";
import { LateMenu } from "../../ui/LateMenu";
import { fetched } from "../../ui/late";
import styles from "./ConversationMenu.module.css";
import type { Picking } from "./Inbox";

const load = () => import("./ConversationMenu");
const ConversationMenu = fetched(load);

/** What one may do with a conversation; which one is chosen after that. */
export function ConversationMenuButton({ onPick }: { onPick: (what: Picking) => void }) {
  return (
    <LateMenu label="Conversation menu" className={styles.menu} face={<MenuFace />} fetch={load}>
      <ConversationMenu onPick={onPick} />
    </LateMenu>
  );
}

export function MenuFace() {
  return (
    <>
      <Icon name="more" />
      Menu
    </>
  );
}
