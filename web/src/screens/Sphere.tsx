import { useQuery } from "convex/react";
import { Suspense, useEffect } from "react";
import { api } from "../api";
import { FlickSkeleton } from "../features/posts/FlickSkeleton";
import { FotoWall } from "../features/posts/FotoWall";
import { useFotos } from "../features/posts/useFotos";
import { clearHistoryState } from "../lib/clearHistoryState";
import { productName } from "../lib/deployment";
import { navigate } from "../lib/history";
import { wordsFor } from "../lib/refusal";
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
    <main>
      <title>{`Sphere · ${productName}`}</title>
      <PageHeader title="SPHERE">
        <Link to={paths.homeFeed()}>
          <Icon name="back" />
          Back to feed
        </Link>
      </PageHeader>
      <CuratorsBoard />
      <Tabs
        label="Sphere"
        chosen={chosen}
        onChoose={setChosen}
        tabs={[
          { name: "fotos", words: "FOTOS", content: <SphereWall isVideo={false} /> },
          { name: "flicks", words: "FLICKS", content: <SphereWall isVideo /> },
        ]}
      />
    </main>
  );
}

function CuratorsBoard() {
  return (
    <section className={styles.board} aria-label="Curators">
      <strong>Curators</strong>
      <div className={styles.who}>
        <ErrorBoundary small words={(error) => wordsFor(error, "They could not be read.")}>
          <Faces />
        </ErrorBoundary>
      </div>
      <Link to={paths.curators()}>See more</Link>
    </section>
  );
}

function Faces() {
  const curators = useQuery(api.profiles.getCurators, { paginationOpts: { numItems: FACES, cursor: null } });
  if (curators?.page.length === 0) return <p>Nobody has earned the badge yet</p>;
  return (
    <span className={styles.faces} aria-hidden="true">
      {curators
        ? curators.page.map((person) => <Avatar key={person._id} src={person.imageUrl} size={32} />)
        : ["a", "b", "c"].map((name) => <i key={name} />)}
    </span>
  );
}

function SphereWall({ isVideo }: { isVideo: boolean }) {
  return (
    <ErrorBoundary words={(error) => wordsFor(error, "The sphere could not be read.")}>
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
      title="No flicks yet"
      help="Video Posts Coming Soon!"
      action={<ButtonLink to={paths.sphere()}>See the fotos</ButtonLink>}
    />
  ) : (
    <EmptyState
      title="No posts yet"
      help="What members post to the sphere shows here."
      action={<ButtonLink to={paths.postFotos()}>Post a foto</ButtonLink>}
    />
  );
  const Shown = isVideo ? FlickGrid : FotoWall;
  return <Shown feed={feed} label={`${isVideo ? "Flicks" : "Fotos"} in the sphere`} empty={empty} />;
}

/** After a post, the member sees it here for a moment, then goes on to the feed. */
function useReturnAfterPosting(): void {
  const { state } = useLocation();
  const hasPosted = Boolean((state as { hasPosted?: boolean } | null)?.hasPosted);
  useEffect(() => {
    if (!hasPosted) return;
    clearHistoryState();
    const timer = setTimeout(() => navigate(paths.homeFeed(), { replace: true }), LOOK_MS);
    return () => clearTimeout(timer);
  }, [hasPosted]);
}
