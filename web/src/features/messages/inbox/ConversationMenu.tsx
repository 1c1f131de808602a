import { Menu as Base } from "@base-ui/react/menu";
import * as conversationMenuWords from "../../../locales/conversationMenu";
import styles from "./ConversationMenu.module.css";
import { MenuFace } from "./ConversationMenuButton";
import type { Picking } from "./Inbox";

/** Opens as soon as it is mounted: it was fetched because the member pressed the button. */
export default function ConversationMenu({ onPick }: { onPick: (what: Picking) => void }) {
  return (
    <Base.Root defaultOpen>
      <Base.Trigger className={styles.menu} aria-label={conversationMenuWords.label()}>
        <MenuFace />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={8} className={styles.positioner}>
          <Base.Popup className={styles.popup}>
            <Base.Item className={styles.item} onClick={() => onPick("archive")}>
              {conversationMenuWords.archive()}
            </Base.Item>
            <Base.Item className={styles.item} onClick={() => onPick("delete")}>
              {conversationMenuWords.remove()}
            </Base.Item>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
