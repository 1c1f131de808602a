import { Menu as Base } from "@base-ui/react/menu";
import { type RefObject, useState } from "react";
import { useViewer } from "../features/identity/Viewer";
import { useOutbox } from "../features/messages/outbox/outbox";
import { useStanding } from "../features/moderation/standing";
import { showShortcutList } from "../features/shortcuts/settings";
import { navigate } from "../lib/history";
import * as words from "../locales/menu";
import { paths } from "../paths";
import { Icon } from "../ui/Icon";
import { lazyDialog } from "../ui/lazyWithRetry";
import { useDesktop } from "../ui/useMedia";
import { logOut } from "./logOut";
import styles from "./Menu.module.css";

const LogOutQuestion = lazyDialog(
  async () => (await import("./LogOutQuestion")).LogOutQuestion,
  ({ unsent }) => unsent > 0,
);

/** Opens as soon as it is mounted: it was fetched because the member pressed the button. */
export default function Menu({ place }: { place: RefObject<HTMLElement | null> }) {
  const leaving = useLeaving();
  const isDesktop = useDesktop();
  const isModerator = (useStanding()?.role ?? "member") !== "member";
  const item = (word: string, to: string, isLater = false) => (
    <Base.Item className={styles.item} data-quiet={isLater || undefined} onClick={() => navigate(to)}>
      {word}
    </Base.Item>
  );
  return (
    <>
      <Base.Root defaultOpen>
        <Base.Trigger className={styles.trigger} aria-label={words.menu()}>
          <Icon name="menu" />
        </Base.Trigger>
        <Base.Portal container={place}>
          <Base.Positioner
            side={isDesktop ? "inline-end" : "bottom"}
            align="end"
            sideOffset={8}
            collisionPadding={12}
            collisionAvoidance={{ align: "shift" }}
            className={styles.positioner}
          >
            <Base.Popup className={styles.popup}>
              {item(words.settings(), paths.settings())}
              {isModerator && item(words.moderation(), paths.moderation())}
              {hasKeys() && (
                <Base.Item className={styles.item} onClick={() => showShortcutList()}>
                  {words.keyboard()}
                </Base.Item>
              )}
              <Base.Group>
                <Base.GroupLabel className={styles.label}>{words.createPost()}</Base.GroupLabel>
                {item(words.fotos(), paths.postFotos())}
                {item(words.flicks(), paths.postFlicks(), true)}
              </Base.Group>
              <Base.Separator className={styles.line} />
              <Base.Item className={styles.item} data-quiet onClick={leaving.begin}>
                {words.logOut()}
              </Base.Item>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
      <LogOutQuestion {...leaving.question} />
    </>
  );
}

/** Messages that the server does not have are lost with a log-out; the member confirms that first. */
function useLeaving() {
  const { profileId } = useViewer();
  const messages = useOutbox().filter(({ senderId }) => senderId === profileId).length;
  const [unsent, setUnsent] = useState(0);
  const leave = () => logOut(profileId);
  const begin = async () => {
    if (messages > 0) setUnsent(messages);
    else await leave();
  };
  return { begin, question: { unsent, onLeave: leave, onStay: () => setUnsent(0) } };
}

/** Touch devices rarely have a keyboard; the settings list the shortcuts for every member. */
const hasKeys = () => window.matchMedia("(pointer: fine)").matches;
