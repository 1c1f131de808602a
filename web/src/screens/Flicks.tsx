import { Suspense } from "react";
import { api } from "../api";
import { useViewer } from "../features/identity/Viewer";
import { WordHint } from "../features/onboarding/WordHint";
import { FlickSkeleton } from "../features/posts/FlickSkeleton";
import { SmallFoto } from "../features/posts/SmallFoto";
import { useFotos } from "../features/posts/useFotos";
import { Covered } from "../features/safety/Covered";
import { productName } from "../lib/deployment";
import { wordsFor } from "../lib/refusal";
import * as flicksScreenWords from "../locales/flicksScreen";
import { paths } from "../paths";
import { ButtonLink } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { lazyWithRetry } from "../ui/lazyWithRetry";
import { PageHeader } from "../ui/PageHeader";
import { useOptionalQuery } from "../ui/useOptionalQuery";
import styles from "./Flicks.module.css";

const FRAMES = [0, 1, 2, 3];
const NEWEST = { numItems: FRAMES.length, cursor: null };
const SIZES = "(min-width: 900px) 260px, 25vw";

const FlickGrid = lazyWithRetry(() => import("../features/posts/FlickGrid"));

/** Members cannot post flicks yet; those that an operator imported show below the notice. */
export function Flicks() {
  return (
    <main>
      <title>{flicksScreenWords.pageTitle({ product: productName })}</title>
      <PageHeader title={flicksScreenWords.title()} />
      <WordHint word="flick" />
      <Frames />
      <EmptyState
        title={flicksScreenWords.comingSoon()}
        help={flicksScreenWords.comingSoonHint()}
        action={
          <div className={styles.ways}>
            <ButtonLink to={paths.homeFeed()}>{flicksScreenWords.backToFeed()}</ButtonLink>
            <ButtonLink variant="primary" to={paths.postFotos()}>
              {flicksScreenWords.postFoto()}
            </ButtonLink>
          </div>
        }
      />
      <ErrorBoundary words={(error) => wordsFor(error, flicksScreenWords.couldntLoad())}>
        <Suspense fallback={<FlickSkeleton />}>
          <Wall />
        </Suspense>
      </ErrorBoundary>
    </main>
  );
}

/** Four frames of a film, out of focus, of the newest fotos in the viewer's nook: decoration. */
function Frames() {
  const { nook } = useViewer();
  const newest = useOptionalQuery(api.posts.getPostsByNook, { nookType: nook, paginationOpts: NEWEST });
  return (
    <div className={styles.frames} aria-hidden="true">
      {FRAMES.map((frame) => {
        const post = newest?.page[frame];
        return (
          <span key={frame}>
            {post && (
              <Covered of={post} as="nothing">
                <SmallFoto post={post} sizes={SIZES} isDecoration />
              </Covered>
            )}
          </span>
        );
      })}
    </div>
  );
}

function Wall() {
  const feed = useFotos(api.posts.getSpherePosts, { isVideo: true });
  return <FlickGrid feed={feed} label={flicksScreenWords.label()} empty={null} />;
}
