import { type ReactNode, Suspense } from "react";
import { api, type Profile } from "../api";
import { useViewer } from "../features/identity/Viewer";
import { Board } from "../features/niches/Board";
import { WordHint } from "../features/onboarding/WordHint";
import { FlickSkeleton } from "../features/posts/FlickSkeleton";
import { FotoWall } from "../features/posts/FotoWall";
import { SmallFoto } from "../features/posts/SmallFoto";
import { useFotos } from "../features/posts/useFotos";
import { Covered } from "../features/safety/Covered";
import { byId } from "../lib/byId";
import { productName } from "../lib/deployment";
import { wordsFor } from "../lib/refusal";
import * as curatorsWords from "../locales/curators";
import { paths } from "../paths";
import { Avatar } from "../ui/Avatar";
import { ButtonLink } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { Icon } from "../ui/Icon";
import { Link } from "../ui/Link";
import { LoadMore } from "../ui/LoadMore";
import { LongList } from "../ui/LongList";
import { lazyWithRetry } from "../ui/lazyWithRetry";
import { PageHeader } from "../ui/PageHeader";
import { Tabs } from "../ui/Tabs";
import { useAtTop } from "../ui/useAtTop";
import { useOptionalQuery } from "../ui/useOptionalQuery";
import { usePaginatedSubscription } from "../ui/usePaginatedSubscription";
import { useTab } from "../ui/useTab";
import styles from "./Curators.module.css";

const FlickGrid = lazyWithRetry(() => import("../features/posts/FlickGrid"));
const PAGE = 24;
const SIZES = "(min-width: 900px) 80px, 20vw";
type Name = "curators" | "fotos" | "flicks";

/** Members with the badge, and their posts. */
export function Curators() {
  const [chosen, setChosen] = useTab<Name>(["curators", "fotos", "flicks"]);
  return (
    <main>
      <title>{curatorsWords.pageTitle({ product: productName })}</title>
      <PageHeader title={curatorsWords.title()}>
        <Link to={paths.homeFeed()}>
          <Icon name="back" />
          {curatorsWords.feed()}
        </Link>
      </PageHeader>
      <WordHint word="curator" />
      <Board />
      <Tabs<Name>
        label={curatorsWords.label()}
        chosen={chosen}
        onChoose={setChosen}
        tabs={[
          { name: "curators", words: curatorsWords.title(), content: withBoundary(<Cards />) },
          { name: "fotos", words: curatorsWords.fotos(), content: withBoundary(<Theirs isVideo={false} />) },
          { name: "flicks", words: curatorsWords.flicks(), content: withBoundary(<Theirs isVideo />) },
        ]}
      />
    </main>
  );
}

const withBoundary = (list: ReactNode) => (
  <ErrorBoundary words={(error) => wordsFor(error, curatorsWords.couldntLoad())}>{list}</ErrorBoundary>
);

function Cards() {
  const freezeLayout = !useAtTop();
  const list = usePaginatedSubscription(
    api.profiles.getCurators,
    {},
    { first: PAGE, positionOf: byId, freezeLayout },
  );
  const { positions, status, loadMore } = list;
  if (status === "LoadingFirstPage") return <Blanks />;
  if (positions.length === 0 && status === "Exhausted")
    return (
      <EmptyState
        title={curatorsWords.empty()}
        help={curatorsWords.emptyHint()}
        action={<ButtonLink to={paths.settingsPrivacy()}>{curatorsWords.yourProgress()}</ButtonLink>}
      />
    );
  return (
    <>
      <LongList
        list={list}
        className={styles.cards}
        blank={(id) => <li key={id} aria-hidden="true" className={styles.blank} />}
      >
        {(person) => <Card key={person._id} person={person} />}
      </LongList>
      <LoadMore status={status} onReach={() => loadMore(PAGE)}>
        <Blanks />
      </LoadMore>
    </>
  );
}

function Blanks() {
  return (
    <div role="status">
      <span className="visually-hidden">{curatorsWords.loading()}</span>
      <ul className={styles.cards} aria-hidden="true">
        {["a", "b", "c", "d", "e"].map((name) => (
          <li key={name} className={styles.blank} />
        ))}
      </ul>
    </div>
  );
}

function Card({ person }: { person: Profile }) {
  return (
    <li>
      <Link to={paths.preview(person._id)} className={styles.card} data-nook={person.nookType}>
        <Latest of={person} />
        <Avatar src={person.imageUrl} size={72} />
        <strong>
          <bdi>{person.fullName}</bdi>
        </strong>
        <span>@{person.username}</span>
        <span className={styles.nook} translate="no">
          {person.nookType.toUpperCase()}
        </span>
      </Link>
    </li>
  );
}

/** Their three newest fotos: what they curate. They are no content: screen readers skip them. */
function Latest({ of: { userId } }: { of: Profile }) {
  const fotos = useOptionalQuery(api.posts.getStrips, { userIds: [userId] });
  return (
    <span className={styles.latest} aria-hidden="true">
      {fotos?.map((post) => (
        <Covered key={post._id} of={post} as="nothing">
          <SmallFoto post={post} sizes={SIZES} isDecoration />
        </Covered>
      ))}
    </span>
  );
}

function Theirs({ isVideo }: { isVideo: boolean }) {
  const { _id: userId } = useViewer();
  const feed = useFotos(api.posts.getCuratorPosts, { userId, feedPreference: "curators", isVideo });
  const empty = isVideo ? (
    <EmptyState
      title={curatorsWords.noFlicks()}
      help={curatorsWords.noFlicksHint()}
      action={<ButtonLink to={paths.sphere()}>{curatorsWords.seeFotos()}</ButtonLink>}
    />
  ) : (
    <EmptyState
      title={curatorsWords.noPosts()}
      help={curatorsWords.noPostsHint()}
      action={<ButtonLink to={paths.sphere()}>{curatorsWords.seeSphere()}</ButtonLink>}
    />
  );
  const Shown = isVideo ? FlickGrid : FotoWall;
  return (
    <Suspense fallback={<FlickSkeleton />}>
      <Shown
        feed={feed}
        stored="columns-curators"
        label={isVideo ? curatorsWords.flicksBy() : curatorsWords.fotosBy()}
        empty={empty}
      />
    </Suspense>
  );
}
