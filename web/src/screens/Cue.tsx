import { useMutation } from "convex/react";
import { type ReactNode, useState } from "react";
import { api, type Profile } from "../api";
import { BlockDialog } from "../features/flow/BlockDialog";
import { SyncflowButton } from "../features/flow/SyncflowButton";
import { useViewer } from "../features/identity/Viewer";
import { WordHint } from "../features/onboarding/WordHint";
import { PeopleSkeleton, PersonRow } from "../features/people/PersonRow";
import { FotoWall } from "../features/posts/FotoWall";
import { useFotos } from "../features/posts/useFotos";
import { useMostColumns } from "../features/posts/wall/columns";
import { WallSizes } from "../features/posts/wall/WallSizes";
import { MessageButton } from "../features/profiles/MessageButton";
import { PeopleSearch } from "../features/profiles/PeopleSearch";
import { byId } from "../lib/byId";
import { productName } from "../lib/deployment";
import { wordsFor } from "../lib/refusal";
import * as actions from "../locales/actions";
import * as cueWords from "../locales/cue";
import * as profileWords from "../locales/profile";
import { paths } from "../paths";
import { Avatar } from "../ui/Avatar";
import { Button, ButtonLink } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { Icon } from "../ui/Icon";
import { Link } from "../ui/Link";
import { LoadMore } from "../ui/LoadMore";
import { LongList } from "../ui/LongList";
import { MoreMenu } from "../ui/MoreMenu";
import { PageHeader } from "../ui/PageHeader";
import { Tabs } from "../ui/Tabs";
import { toast } from "../ui/Toast";
import { useAtTop } from "../ui/useAtTop";
import { usePaginatedSubscription } from "../ui/usePaginatedSubscription";
import { useTab } from "../ui/useTab";
import styles from "./Cue.module.css";

const PAGE = 30;

/** While the member has scrolled down, new rows above move nothing. */
const usePaged = () => ({ first: PAGE, positionOf: byId, freezeLayout: !useAtTop() });

type Name = "media" | "cues" | "blocked";
type Person = Pick<Profile, "_id" | "username">;

/** The members in flow with the viewer: their cue posts, their names, and the members that the viewer has blocked. */
export function Cue() {
  const [chosen, setChosen] = useTab<Name>(["media", "cues", "blocked"]);
  const most = useMostColumns();
  return (
    <main>
      <title>{cueWords.pageTitle({ product: productName })}</title>
      <PageHeader
        title={cueWords.title()}
        searchFolds
        search={
          <PeopleSearch
            placeholder={cueWords.searchPlaceholder()}
            aside={(person) => <SyncflowButton person={person} />}
          />
        }
      >
        <Link to={paths.homeFeed()}>
          <Icon name="back" />
          {cueWords.backToFeed()}
        </Link>
      </PageHeader>
      <WordHint word="cue" />
      <Tabs<Name>
        label={cueWords.label()}
        chosen={chosen}
        onChoose={setChosen}
        tabs={[
          {
            name: "media",
            words: cueWords.media(),
            content: withBoundary(<Media most={most} />),
            aside: <WallSizes most={most} stored="columns-cue" />,
          },
          { name: "cues", words: cueWords.cues(), content: withBoundary(<Cues />) },
          { name: "blocked", words: cueWords.blocked(), content: withBoundary(<Blocked />) },
        ]}
      />
    </main>
  );
}

const withBoundary = (list: ReactNode) => (
  <ErrorBoundary words={(error) => wordsFor(error, cueWords.couldntLoad())}>{list}</ErrorBoundary>
);

function Media({ most }: { most: number }) {
  const feed = useFotos(api.posts.getCuePosts, {});
  return (
    <FotoWall
      feed={feed}
      most={most}
      stored="columns-cue"
      label={cueWords.fotos()}
      empty={
        <EmptyState
          title={cueWords.noPosts()}
          help={cueWords.noPostsHint()}
          action={<ButtonLink to={paths.postFotos()}>{cueWords.postFoto()}</ButtonLink>}
        />
      }
    />
  );
}

function Cues() {
  const { profileId } = useViewer();
  const [blocking, setBlocking] = useState<Person | null>(null);
  const list = usePaginatedSubscription(api.profiles.getSyncFlowConnections, { profileId }, usePaged());
  const { positions, status, loadMore } = list;
  if (status === "LoadingFirstPage") return <Padded content={<PeopleSkeleton />} />;
  if (positions.length === 0 && status === "Exhausted") {
    return (
      <EmptyState
        title={cueWords.noCues()}
        help={cueWords.noCuesHint()}
        action={<ButtonLink to={paths.find()}>{cueWords.findPeople()}</ButtonLink>}
      />
    );
  }
  return (
    <div className={styles.list}>
      <LongList
        list={list}
        className={styles.cards}
        blank={(id) => <li key={id} aria-hidden="true" className={styles.blank} />}
      >
        {(person) => (
          <PersonRow key={person._id} person={person}>
            <MessageButton isInList person={person} />
            <MoreMenu
              label={profileWords.more({ username: person.username })}
              items={[{ words: profileWords.block(), onPick: () => setBlocking(person), isDanger: true }]}
            />
          </PersonRow>
        )}
      </LongList>
      <LoadMore status={status} onReach={() => loadMore(PAGE)} />
      <BlockDialog person={blocking} onClose={() => setBlocking(null)} />
    </div>
  );
}

function Blocked() {
  const viewer = useViewer();
  const list = usePaginatedSubscription(
    api.profiles.getBlockedUsers,
    { profileId: viewer.profileId },
    usePaged(),
  );
  const { positions, status, loadMore } = list;
  const unblock = useMutation(api.profiles.unblockUser);
  if (status === "LoadingFirstPage") return <Padded content={<PeopleSkeleton rows={2} />} />;
  if (positions.length === 0 && status === "Exhausted")
    return (
      <EmptyState
        title={cueWords.noneBlocked()}
        help={cueWords.noneBlockedHint()}
        action={<ButtonLink to={paths.homeFeed()}>{cueWords.backToFeed()}</ButtonLink>}
      />
    );
  return (
    <div className={styles.list}>
      <LongList
        list={list}
        className={styles.cards}
        blank={(id) => <li key={id} aria-hidden="true" className={styles.blank} />}
      >
        {(person) => (
          <li key={person._id} className={styles.person}>
            <Avatar src={person.imageUrl} size={44} />
            <span>
              <strong>
                <bdi>{person.fullName}</bdi>
              </strong>
              <span>@{person.username}</span>
            </span>
            <Button
              onClick={() =>
                unblock({ blockerId: viewer.profileId, blockedId: person._id }).catch((error) =>
                  toast(wordsFor(error, actions.failed()), { tone: "danger" }),
                )
              }
            >
              {cueWords.unblock()}
            </Button>
          </li>
        )}
      </LongList>
      <LoadMore status={status} onReach={() => loadMore(PAGE)} />
    </div>
  );
}

function Padded({ content }: { content: ReactNode }) {
  return <div className={styles.list}>{content}</div>;
}
