import { useMutation, usePaginatedQuery, useQuery } from "convex/react";
import { useState } from "react";
import { api, type Conversation } from "../../api";
import { paths } from "../../app/paths";
import { wordsFor } from "../../lib/refusal";
import { ButtonLink } from "../../ui/Button";
import { Further } from "../../ui/Further";
import { Icon } from "../../ui/Icon";
import { late } from "../../ui/late";
import { Notice } from "../../ui/Notice";
import { SearchBox } from "../../ui/SearchBox";
import { SearchResults } from "../../ui/SearchResults";
import { toast } from "../../ui/Toast";
import { useAnswer } from "../../ui/useAnswer";
import { useNow } from "../../ui/useNow";
import { useSettled } from "../../ui/useSettled";
import { useViewer } from "../identity/Viewer";
import { PeopleSkeleton } from "../profiles/PersonRow";
import { ConversationRow } from "./ConversationRow";
import styles from "./Inbox.module.css";
import { nameOf } from "./names";
import { useOpenChat } from "./openChat";
import { Refused } from "./Refused";

const GesturePad = late(
  async () => (await import("./GesturePad")).GesturePad,
  ({ name }) => name !== null,
);

const PAGE = 20;
/** As far as `inflow/messages/rules.py` has the search read. */
const NOTHING =
  "No name has this in it, and none of the last 100 messages of your 50 newest conversations. Older ones are not searched.";

export type Picking = "delete" | "archive";

/** One's conversations, the newest word first. `picking` is what was chosen in the menu and now needs a conversation. */
export function Inbox({ picking, onPicked }: { picking: Picking | null; onPicked: () => void }) {
  const [text, setText] = useState("");
  const wanted = text.trim();
  const asked = useSettled(wanted);
  const [showsArchived, setShowsArchived] = useState(false);
  const [chosen, setChosen] = useState<Conversation | null>(null);
  const archive = useArchive(onPicked);
  const deleted = useDelete(chosen, () => {
    setChosen(null);
    onPicked();
  });
  const choosing: Choosing = {
    isPicking: picking !== null,
    onChoose: (one) => void (picking === "archive" ? archive(one) : setChosen(one)),
  };
  return (
    <div className={styles.inbox}>
      <div className={styles.above}>
        <SearchBox label="Search messages" placeholder="Search messages..." text={text} onType={setText} />
        <button
          type="button"
          className={styles.archived}
          aria-pressed={showsArchived}
          onClick={() => setShowsArchived((shown) => !shown)}
        >
          <Icon name="archive" />
          <span className="visually-hidden">Archived conversations</span>
        </button>
      </div>
      {wanted ? (
        <Found wanted={wanted} asked={asked} {...choosing} />
      ) : (
        <Listed key={String(showsArchived)} archived={showsArchived} {...choosing} />
      )}
      <GesturePad name={chosen && nameOf(chosen.otherParticipant)} onDone={deleted} />
    </div>
  );
}

function useArchive(onDone: () => void) {
  const archive = useMutation(api.messages.archiveConversation);
  return (one: Conversation) =>
    archive({ conversationId: one._id, archived: !one.archived })
      .then(() => {
        toast(one.archived ? "Back in the inbox." : "Archived until the next message.");
        onDone();
      })
      .catch((error) => toast(wordsFor(error, "That did not work. Please try again."), { tone: "danger" }));
}

function useDelete(chosen: Conversation | null, onDone: () => void) {
  const remove = useMutation(api.messages.deleteConversation);
  const { openId, close } = useOpenChat();
  return (isDeleted: boolean) => {
    onDone();
    if (!chosen || !isDeleted) return;
    if (openId === chosen._id) close();
    remove({ conversationId: chosen._id }).catch((error) =>
      toast(wordsFor(error, "The conversation was not deleted. Please try again."), { tone: "danger" }),
    );
  };
}

interface Choosing {
  isPicking: boolean;
  onChoose: (conversation: Conversation) => void;
}

function Listed({ archived, ...choosing }: Choosing & { archived: boolean }) {
  const { profileId } = useViewer();
  const { results, status, loadMore } = usePaginatedQuery(
    api.messages.getConversations,
    { profileId, archived },
    { initialNumItems: PAGE },
  );
  if (status === "LoadingFirstPage") return <PeopleSkeleton rows={6} words="Loading conversations" />;
  const refused = !archived && <Refused listed={results} />;
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
      {refused}
      <Rows conversations={results} {...choosing} />
      <Further status={status} onReach={() => loadMore(PAGE)} />
    </>
  );
}

function Found({ wanted, asked, ...choosing }: Choosing & { wanted: string; asked: string }) {
  const { profileId } = useViewer();
  const found = useQuery(api.messages.searchConversations, asked ? { profileId, text: asked } : "skip");
  const { answer, isStale } = useAnswer(wanted, asked, found);
  if (!answer) return <PeopleSkeleton rows={2} />;
  return (
    <SearchResults isStale={isStale}>
      {answer.length === 0 ? (
        <Notice title="Nothing found" help={NOTHING} />
      ) : (
        <Rows conversations={answer} {...choosing} />
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
    <Notice
      title="No messages yet"
      help="Start a conversation by syncing flow"
      action={<ButtonLink to={paths.find()}>Find people</ButtonLink>}
    />
  );
}

function NoneArchived() {
  return <Notice title="Nothing is archived" help="What you archive waits here until the next message." />;
}
