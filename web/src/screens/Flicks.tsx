import { Suspense } from "react";
import { api } from "../api";
import { FlickSkeleton } from "../features/posts/FlickSkeleton";
import { useFotos } from "../features/posts/useFotos";
import { productName } from "../lib/deployment";
import { wordsFor } from "../lib/refusal";
import { paths } from "../paths";
import { ButtonLink } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { lazyWithRetry } from "../ui/lazyWithRetry";
import { PageHeader } from "../ui/PageHeader";

const FlickGrid = lazyWithRetry(() => import("../features/posts/FlickGrid"));

/** Members cannot post flicks yet; those that an operator imported show below the notice. */
export function Flicks() {
  return (
    <main>
      <title>{`Flicks · ${productName}`}</title>
      <PageHeader title="FLICKS" />
      <EmptyState
        title="Coming Soon!"
        help="Until then, a foto says it well."
        action={<ButtonLink to={paths.homeFeed()}>Back to Feed</ButtonLink>}
      />
      <ErrorBoundary words={(error) => wordsFor(error, "Couldn't load flicks.")}>
        <Suspense fallback={<FlickSkeleton />}>
          <Wall />
        </Suspense>
      </ErrorBoundary>
    </main>
  );
}

function Wall() {
  const feed = useFotos(api.posts.getSpherePosts, { isVideo: true });
  return <FlickGrid feed={feed} label="Flicks" empty={null} />;
}
