import { Menu as Base } from "@base-ui/react/menu";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { api, type ProfileId } from "../api";
import { paths } from "../app/paths";
import { IncomingCircle, OutgoingCircle } from "../features/flow/Circles";
import { useViewer } from "../features/identity/Viewer";
import { Inbox, type Picking } from "../features/messages/Inbox";
import { OpenWith } from "../features/messages/OpenWith";
import { useOpenChat } from "../features/messages/openChat";
import { productName } from "../lib/deployment";
import { wordsFor } from "../lib/refusal";
import { Button } from "../ui/Button";
import { Icon } from "../ui/Icon";
import { Recover } from "../ui/Recover";
import { Tabs } from "../ui/Tabs";
import { useIfKnown } from "../ui/useIfKnown";
import { WallHead } from "../ui/WallHead";
import styles from "./Intexted.module.css";

const Chat = lazy(() => import("../features/messages/Chat"));

const NAMES = ["inbox", "syncflows", "outgoing"] as const;
type Name = (typeof NAMES)[number];

/** One's conversations, and who wants to begin one. */
export function Intexted() {
  const [picking, setPicking] = useState<Picking | null>(null);
  const { openId, close } = useOpenChat();
  const asked = new URLSearchParams(useLocation().search).get("profileId");
  if (asked) return <OpenWith profileId={asked as ProfileId} />;
  return (
    <main>
      <title>{`Intexted · ${productName}`}</title>
      <WallHead title="INTEXTED">
        <Link to={paths.find()}>Find</Link>
        <Link to={paths.homeFeed()}>Fotos</Link>
        <Link to={paths.settings()}>Settings</Link>
        <ConversationMenu onPick={setPicking} />
      </WallHead>
      <div role="status">
        {picking && (
          <p className={styles.picking}>
            {picking === "archive" ? "Choose a conversation to archive." : "Choose a conversation to delete."}
            <Button look="quiet" onClick={() => setPicking(null)}>
              Cancel
            </Button>
          </p>
        )}
      </div>
      <Lists picking={picking} onPicked={() => setPicking(null)} />
      {openId && (
        <Suspense>
          <Chat id={openId} onClose={close} />
        </Suspense>
      )}
    </main>
  );
}

function ConversationMenu({ onPick }: { onPick: (what: Picking) => void }) {
  return (
    <Base.Root>
      <Base.Trigger className={styles.menu} aria-label="Conversation menu">
        <Icon name="more" />
        Menu
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={8} className={styles.positioner}>
          <Base.Popup className={styles.popup}>
            <Base.Item className={styles.item} onClick={() => onPick("archive")}>
              Archive Conversation
            </Base.Item>
            <Base.Item className={styles.item} onClick={() => onPick("delete")}>
              Delete Conversation
            </Base.Item>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Lists({ picking, onPicked }: { picking: Picking | null; onPicked: () => void }) {
  const { profileId } = useViewer();
  const [chosen, choose] = useTab();
  const unread = useIfKnown(api.messages.getUnread, { profileId });
  return (
    <Tabs<Name>
      label="Intexted"
      chosen={chosen}
      onChoose={choose}
      tabs={[
        {
          name: "inbox",
          words: "Inbox",
          count: unread,
          content: kept(<Inbox picking={picking} onPicked={onPicked} />, "Your messages could not be read."),
        },
        {
          name: "syncflows",
          words: "SyncFlow Bucket",
          content: kept(<IncomingCircle />, "The requests could not be read."),
        },
        {
          name: "outgoing",
          words: "Outgoing",
          content: kept(<OutgoingCircle />, "The requests could not be read."),
        },
      ]}
    />
  );
}

const kept = (list: ReactNode, otherwise: string) => (
  <Recover words={(error) => wordsFor(error, otherwise)}>{list}</Recover>
);

function useTab(): [Name, (name: Name) => void] {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const chosen = NAMES.find((name) => name === new URLSearchParams(search).get("tab")) ?? "inbox";
  const choose = (name: Name) =>
    navigate(name === "inbox" ? pathname : `${pathname}?tab=${name}`, {
      replace: true,
      state: { isOver: true },
    });
  return [chosen, choose];
}
