import { useMutation, usePaginatedQuery, useQuery } from "convex/react";
import { useRef, useState } from "react";
import { api, type Conversation } from "../../../api";
import { wordsFor } from "../../../lib/refusal";
import * as actionsWords from "../../../locales/actions";
import * as inboxWords from "../../../locales/inbox";
import * as messagesWords from "../../../locales/messages";
import { paths } from "../../../paths";
import { ButtonLink } from "../../../ui/Button";
import { EmptyState } from "../../../ui/EmptyState";
import { Icon } from "../../../ui/Icon";
import { LoadMore } from "../../../ui/LoadMore";
import { lazyDialog } from "../../../ui/lazyWithRetry";
import PageNewestPill from "../../../ui/PageNewestPill";
import { SearchBox } from "../../../ui/SearchBox";
import { SearchResults } from "../../../ui/SearchResults";
import { toast } from "../../../ui/Toast";
import { useAtTop } from "../../../ui/useAtTop";
import { useDebounced } from "../../../ui/useDebounced";
import { useHeldOrder } from "../../../ui/useHeldOrder";
import { useKeepPreviousResult } from "../../../ui/useKeepPreviousResult";
import { useNow } from "../../../ui/useNow";
import { useViewer } from "../../identity/Viewer";
import { PeopleSkeleton } from "../../people/PersonRow";
import { nameOf } from "../names";
import { useOpenChat } from "../openChat";
import { ConversationRow } from "./ConversationRow";
import styles from "./Inbox.module.css";
import { RefusedMessages } from "./RefusedMessages";
import { UndoDeletion } from "./UndoDeletion";

const GesturePad = lazyDialog(
  async () => (await import("../gesture/GesturePad")).GesturePad,
  ({ name }) => name !== null,
);

const PAGE = 20;

export type Picking = "delete" | "archive";

/**
 * The member's conversations, the newest first. `picking` is the action from the menu, which waits for a
 * conversation.
 */
export function Inbox({ picking, onPicked }: { picking: Picking | null; onPicked: () => void }) {
  const [text, setText] = useState("");
  const wanted = text.trim();
  const asked = useDebounced(wanted);
  const [showsArchived, setShowsArchived] = useState(false);
  const [chosen, setChosen] = useState<Conversation | null>(null);
  const archive = useArchive(onPicked);
  const { remove, isListed, offers, undo } = useDeletions();
  const choosing: Choosing = {
    isListed,
    isPicking: picking !== null,
    onChoose: (one) => void (picking === "archive" ? archive(one) : setChosen(one)),
  };
  return (
    <div className={styles.inbox}>
      <div className={styles.above}>
        <SearchBox
          label={inboxWords.search()}
          placeholder={inboxWords.searchPlaceholder()}
          text={text}
          onType={setText}
        />
        <button
          type="button"
          className={styles.archived}
          aria-pressed={showsArchived}
          onClick={() => setShowsArchived((shown) => !shown)}
        >
          <Icon name="archive" />
          <span className="visually-hidden">{inboxWords.archivedOnes()}</span>
        </button>
      </div>
      {wanted ? (
        <Found wanted={wanted} asked={asked} {...choosing} />
      ) : (
        <Listed key={String(showsArchived)} archived={showsArchived} {...choosing} />
      )}
      <p className="visually-hidden" role="status">
        {offers.length > 0 && inboxWords.deleted()}
      </p>
      {offers}
      <GesturePad
        focusAfter={() => undo.current}
        name={chosen && nameOf(chosen.otherParticipant)}
        onDone={(isDeleted) => {
          if (chosen && isDeleted) remove(chosen);
          setChosen(null);
          onPicked();
        }}
      />
    </div>
  );
}

function useArchive(onDone: () => void) {
  const archive = useMutation(api.messages.archiveConversation);
  return (one: Conversation) =>
    archive({ conversationId: one._id, archived: !one.archived })
      .then(() => {
        toast(one.archived ? inboxWords.unarchived() : inboxWords.archivedUntil());
        onDone();
      })
      .catch((error) => toast(wordsFor(error, actionsWords.failed()), { tone: "danger" }));
}

/** Deletions of this visit that can still be undone, newest last. */
function useDeletions() {
  const [deleted, setDeleted] = useState<Conversation[]>([]);
  const { openId, close } = useOpenChat();
  const undo = useRef<HTMLButtonElement>(null);
  const without = (one: Conversation) => (all: Conversation[]) => all.filter((each) => each !== one);
  return {
    remove: (one: Conversation) => {
      if (openId === one._id) close();
      setDeleted((all) => [...all, one]);
    },
    /** A newer message brings a conversation back. */
    isListed: ({ _id, lastSeq }: Conversation) =>
      !deleted.some((each) => each._id === _id && each.lastSeq >= lastSeq),
    undo,
    offers: deleted.map((one, at) => (
      <UndoDeletion
        key={`${one._id} ${one.lastSeq}`}
        of={one}
        isOffered={at === deleted.length - 1}
        undo={undo}
        onEnd={() => setDeleted(without(one))}
      />
    )),
  };
}

interface Choosing {
  isListed: (conversation: Conversation) => boolean;
  isPicking: boolean;
  onChoose: (conversation: Conversation) => void;
}

function Listed({ archived, ...choosing }: Choosing & { archived: boolean }) {
  const { profileId } = useViewer();
  const {
    results: all,
    status,
    loadMore,
  } = usePaginatedQuery(api.messages.getConversations, { profileId, archived }, { initialNumItems: PAGE });
  const { rows, waiting } = useHeldOrder(all, !useAtTop());
  if (status === "LoadingFirstPage") return <PeopleSkeleton rows={6} words={inboxWords.loading()} />;
  const results = rows.filter(choosing.isListed);
  const refused = !archived && <RefusedMessages listed={results} />;
  if (results.length === 0 && status === "Exhausted")
    return archived ? (
      <NoneArchived />
    ) : (
      <>
        {refused}
        <None />
      </>
    );
  return (
    <>
      <PageNewestPill count={waiting} noun="message" />
      {refused}
      <Rows conversations={results} {...choosing} />
      <LoadMore status={status} onReach={() => loadMore(PAGE)} />
    </>
  );
}

function Found({ wanted, asked, ...choosing }: Choosing & { wanted: string; asked: string }) {
  const { profileId } = useViewer();
  const found = useQuery(api.messages.searchConversations, asked ? { profileId, text: asked } : "skip");
  const { answer, isStale } = useKeepPreviousResult(wanted, asked, found);
  if (!answer) return <PeopleSkeleton rows={2} />;
  const listed = answer.filter(choosing.isListed);
  return (
    <SearchResults isStale={isStale}>
      {listed.length === 0 ? (
        <EmptyState title={inboxWords.nothingFound()} help={inboxWords.nothingFoundHint()} />
      ) : (
        <Rows conversations={listed} {...choosing} />
      )}
    </SearchResults>
  );
}

function Rows({ conversations, isPicking, onChoose }: Choosing & { conversations: Conversation[] }) {
  const now = useNow();
  return (
    <ul>
      {conversations.map((conversation) => (
        <ConversationRow
          key={conversation._id}
          conversation={conversation}
          now={now}
          isPicking={isPicking}
          onChoose={() => onChoose(conversation)}
        />
      ))}
    </ul>
  );
}

function None() {
  return (
    <EmptyState
      title={messagesWords.empty()}
      help={inboxWords.emptyHint()}
      action={<ButtonLink to={paths.find()}>{inboxWords.findPeople()}</ButtonLink>}
    />
  );
}

function NoneArchived() {
  return <EmptyState title={inboxWords.noneArchived()} help={inboxWords.noneArchivedHint()} />;
}
