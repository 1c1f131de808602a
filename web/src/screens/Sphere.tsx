import { useQuery } from "convex/react";
import { Suspense, useEffect } from "react";
import { api, type PostId } from "../api";
import { WordHint } from "../features/onboarding/WordHint";
import { FlickSkeleton } from "../features/posts/FlickSkeleton";
import { FotoWall } from "../features/posts/FotoWall";
import { useFotos } from "../features/posts/useFotos";
import { clearHistoryState } from "../lib/clearHistoryState";
import { productName } from "../lib/deployment";
import { navigate } from "../lib/history";
import { wordsFor } from "../lib/refusal";
import * as sphereWords from "../locales/sphere";
import { paths } from "../paths";
import { Avatar } from "../ui/Avatar";
import { ButtonLink } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { Icon } from "../ui/Icon";
import { Link } from "../ui/Link";
import { lazyWithRetry } from "../ui/lazyWithRetry";
import { PageHeader } from "../ui/PageHeader";
import { useLocation } from "../ui/Router";
import { Tabs } from "../ui/Tabs";
import { useTab } from "../ui/useTab";
import styles from "./Sphere.module.css";

const FlickGrid = lazyWithRetry(() => import("../features/posts/FlickGrid"));
const LOOK_MS = 1_500;
const FACES = 5;

/** Everything posted to the sphere: its curators, its fotos, its flicks. */
export function Sphere() {
  const [chosen, setChosen] = useTab(["fotos", "flicks"]);
  useReturnAfterPosting();
  return (
    <main data-nook="sphere">
      <title>{sphereWords.pageTitle({ product: productName })}</title>
      <PageHeader title={sphereWords.title()}>
        <Link to={paths.homeFeed()}>
          <Icon name="back" />
          {sphereWords.backToFeed()}
        </Link>
      </PageHeader>
      <WordHint word="sphere" />
      <Tabs
        label={sphereWords.label()}
        chosen={chosen}
        onChoose={setChosen}
        tabs={[
          {
            name: "fotos",
            words: sphereWords.fotos(),
            content: <SphereWall isVideo={false} />,
            aside: <CuratorsBoard />,
          },
          { name: "flicks", words: sphereWords.flicks(), content: <Flicks />, aside: <CuratorsBoard /> },
        ]}
      />
    </main>
  );
}

function CuratorsBoard() {
  return (
    <section className={styles.board} aria-label={sphereWords.curators()}>
      <strong>{sphereWords.curators()}</strong>
      <div className={styles.who}>
        <ErrorBoundary small words={(error) => wordsFor(error, sphereWords.couldntLoadCurators())}>
          <Faces />
        </ErrorBoundary>
      </div>
      <Link to={paths.curators()}>{sphereWords.seeMore()}</Link>
    </section>
  );
}

function Faces() {
  const curators = useQuery(api.profiles.getCurators, { paginationOpts: { numItems: FACES, cursor: null } });
  if (curators?.page.length === 0) return <p>{sphereWords.noCurators()}</p>;
  return (
    <span className={styles.faces} aria-hidden="true">
      {curators
        ? curators.page.map((person) => <Avatar key={person._id} src={person.imageUrl} size={32} />)
        : ["a", "b", "c"].map((name) => <i key={name} />)}
    </span>
  );
}

function Flicks() {
  return (
    <>
      <WordHint word="flick" />
      <SphereWall isVideo />
    </>
  );
}

function SphereWall({ isVideo }: { isVideo: boolean }) {
  return (
    <ErrorBoundary words={(error) => wordsFor(error, sphereWords.couldntLoad())}>
      <Suspense fallback={<FlickSkeleton />}>
        <Wall isVideo={isVideo} />
      </Suspense>
    </ErrorBoundary>
  );
}

function Wall({ isVideo }: { isVideo: boolean }) {
  const feed = useFotos(api.posts.getSpherePosts, { isVideo });
  const empty = isVideo ? (
    <EmptyState
      title={sphereWords.noFlicks()}
      help={sphereWords.noFlicksHint()}
      action={<ButtonLink to={paths.sphere()}>{sphereWords.seeFotos()}</ButtonLink>}
    />
  ) : (
    <EmptyState
      title={sphereWords.noPosts()}
      help={sphereWords.noPostsHint()}
      action={<ButtonLink to={paths.postFotos()}>{sphereWords.postFoto()}</ButtonLink>}
    />
  );
  const Shown = isVideo ? FlickGrid : FotoWall;
  return <Shown feed={feed} label={isVideo ? sphereWords.flicksIn() : sphereWords.fotosIn()} empty={empty} />;
}

/** After a post, the member sees it here for a moment, then goes on to the feed. */
function useReturnAfterPosting(): void {
  const { state } = useLocation();
  const { hasPosted = false, posted } = (state ?? {}) as { hasPosted?: boolean; posted?: PostId };
  useEffect(() => {
    if (!hasPosted) return;
    clearHistoryState();
    const timer = setTimeout(() => navigate(paths.homeFeed(), { replace: true, state: { posted } }), LOOK_MS);
    return () => clearTimeout(timer);
  }, [hasPosted, posted]);
}
