import { type ReactNode, Suspense, useState } from "react";
import { api, type ProfileId } from "../api";
import { IncomingCircle, OutgoingCircle } from "../features/flow/Circles";
import { useViewer } from "../features/identity/Viewer";
import { OpenWith } from "../features/messages/chat/OpenWith";
import { ConversationMenuButton } from "../features/messages/inbox/ConversationMenuButton";
import { Inbox, type Picking } from "../features/messages/inbox/Inbox";
import { useOpenChat } from "../features/messages/openChat";
import { WordHint } from "../features/onboarding/WordHint";
import { Requester } from "../features/profiles/Requester";
import { productName } from "../lib/deployment";
import { navigate } from "../lib/history";
import { wordsFor } from "../lib/refusal";
import * as actionsWords from "../locales/actions";
import * as intextedWords from "../locales/intexted";
import * as messagesWords from "../locales/messages";
import { paths } from "../paths";
import { Button } from "../ui/Button";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { Icon } from "../ui/Icon";
import { Link } from "../ui/Link";
import { lazyWithRetry } from "../ui/lazyWithRetry";
import { PageHeader } from "../ui/PageHeader";
import { useLocation } from "../ui/Router";
import { Tabs } from "../ui/Tabs";
import { useTwoPanes } from "../ui/useMedia";
import { useOptionalQuery } from "../ui/useOptionalQuery";
import styles from "./Intexted.module.css";

const Chat = lazyWithRetry(() => import("../features/messages/chat/Chat"));

const NAMES = ["inbox", "syncflows", "outgoing"] as const;
type Name = (typeof NAMES)[number];

/** The member's conversations, and the requests to begin one. */
export function Intexted() {
  const [picking, setPicking] = useState<Picking | null>(null);
  const { openId, close } = useOpenChat();
  const hasTwoPanes = useTwoPanes();
  const [pane, setPane] = useState<HTMLElement | null>(null);
  const [chosen] = useTab();
  const asked = new URLSearchParams(useLocation().search).get("profileId");
  if (asked) return <OpenWith profileId={asked as ProfileId} />;
  return (
    <main className={styles.split}>
      <title>{intextedWords.pageTitle({ product: productName })}</title>
      <div className={styles.lists}>
        <PageHeader title={intextedWords.title()}>
          <Link to={paths.find()}>{intextedWords.find()}</Link>
          <Link to={paths.homeFeed()}>{intextedWords.fotos()}</Link>
          <Link to={paths.settings()}>{intextedWords.settings()}</Link>
          <ConversationMenuButton onPick={setPicking} />
        </PageHeader>
        {chosen === "inbox" && <WordHint word="intexted" />}
        <div role="status">
          {picking && (
            <p className={styles.picking}>
              {picking === "archive" ? intextedWords.chooseToArchive() : intextedWords.chooseToDelete()}
              <Button variant="ghost" onClick={() => setPicking(null)}>
                {actionsWords.cancel()}
              </Button>
            </p>
          )}
        </div>
        <Lists picking={picking} pane={pane} onPicked={() => setPicking(null)} />
      </div>
      {hasTwoPanes && (
        <div ref={setPane} className={styles.pane}>
          {!openId && chosen !== "syncflows" && <NoneOpen />}
        </div>
      )}
      {openId && (pane || !hasTwoPanes) && (
        <Suspense>
          <Chat id={openId} place={hasTwoPanes ? pane : null} onClose={close} />
        </Suspense>
      )}
    </main>
  );
}

function NoneOpen() {
  return (
    <p className={styles.none}>
      <Icon name="intexted" />
      {intextedWords.chooseOne()}
    </p>
  );
}

function Lists({
  picking,
  pane,
  onPicked,
}: {
  picking: Picking | null;
  pane: HTMLElement | null;
  onPicked: () => void;
}) {
  const { profileId } = useViewer();
  const [chosen, choose] = useTab();
  const unread = useOptionalQuery(api.messages.getUnread, { profileId });
  return (
    <Tabs<Name>
      label={messagesWords.title()}
      chosen={chosen}
      onChoose={choose}
      tabs={[
        {
          name: "inbox",
          words: intextedWords.inbox(),
          count: unread,
          content: withBoundary(<Inbox picking={picking} onPicked={onPicked} />, intextedWords.couldntLoad()),
        },
        {
          name: "syncflows",
          words: intextedWords.bucket(),
          content: withBoundary(<Bucket pane={pane} />, intextedWords.couldntLoadRequests()),
        },
        {
          name: "outgoing",
          words: intextedWords.outgoing(),
          content: withBoundary(<OutgoingCircle />, intextedWords.couldntLoadRequests()),
        },
      ]}
    />
  );
}

function Bucket({ pane }: { pane: HTMLElement | null }) {
  return (
    <>
      <WordHint word="bucket" />
      <IncomingCircle about={(profileId) => <Requester profileId={profileId} place={pane} />} />
    </>
  );
}

const withBoundary = (list: ReactNode, otherwise: string) => (
  <ErrorBoundary words={(error) => wordsFor(error, otherwise)}>{list}</ErrorBoundary>
);

function useTab(): [Name, (name: Name) => void] {
  const { pathname, search } = useLocation();
  const chosen = NAMES.find((name) => name === new URLSearchParams(search).get("tab")) ?? "inbox";
  const choose = (name: Name) =>
    navigate(name === "inbox" ? pathname : `${pathname}?tab=${name}`, {
      replace: true,
      state: { isOver: true },
    });
  return [chosen, choose];
}
