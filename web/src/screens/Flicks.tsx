import { Suspense } from "react";
import { api } from "../api";
import { WordHint } from "../features/onboarding/WordHint";
import { FlickSkeleton } from "../features/posts/FlickSkeleton";
import { useFotos } from "../features/posts/useFotos";
import { productName } from "../lib/deployment";
import { wordsFor } from "../lib/refusal";
import * as flicksScreenWords from "../locales/flicksScreen";
import { paths } from "../paths";
import { ButtonLink } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { Icon } from "../ui/Icon";
import { lazyWithRetry } from "../ui/lazyWithRetry";
import { PageHeader } from "../ui/PageHeader";
import styles from "./Flicks.module.css";

const FRAMES = [0, 1, 2, 3];

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
        action={<ButtonLink to={paths.homeFeed()}>{flicksScreenWords.backToFeed()}</ButtonLink>}
      />
      <ErrorBoundary words={(error) => wordsFor(error, flicksScreenWords.couldntLoad())}>
        <Suspense fallback={<FlickSkeleton />}>
          <Wall />
        </Suspense>
      </ErrorBoundary>
    </main>
  );
}

/** Four frames of a film without pictures: decoration. */
function Frames() {
  return (
    <div className={styles.frames} aria-hidden="true">
      {FRAMES.map((frame) => (
        <span key={frame}>
          <Icon name="flicks" />
        </span>
      ))}
    </div>
  );
}

function Wall() {
  const feed = useFotos(api.posts.getSpherePosts, { isVideo: true });
  return <FlickGrid feed={feed} label={flicksScreenWords.label()} empty={null} />;
}
