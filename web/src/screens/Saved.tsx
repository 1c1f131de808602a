import { useQuery } from "convex/react";
import { api, type CollectionId } from "../api";
import { FotoWall } from "../features/posts/FotoWall";
import { useFotos } from "../features/posts/useFotos";
import { WallSkeleton } from "../features/posts/WallSkeleton";
import { Collections } from "../features/saves/Collections";
import { productName } from "../lib/deployment";
import { wordsFor } from "../lib/refusal";
import * as words from "../locales/saved";
import { paths } from "../paths";
import { ButtonLink } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { Icon } from "../ui/Icon";
import { Link } from "../ui/Link";
import { PageHeader } from "../ui/PageHeader";
import { useLocation } from "../ui/Router";

/** The fotos that the member saved, collection by collection. */
export function Saved() {
  return (
    <main>
      <title>{`${words.title()} · ${productName}`}</title>
      <PageHeader title={words.title()}>
        <Link to={paths.profile()}>
          <Icon name="back" />
          {words.back()}
        </Link>
      </PageHeader>
      <ErrorBoundary words={(error) => wordsFor(error, words.couldntLoad())}>
        <Chosen />
      </ErrorBoundary>
    </main>
  );
}

/** A collection that is no longer there is shown as the one that every member has. */
function Chosen() {
  const { search } = useLocation();
  const asked = new URLSearchParams(search).get("collection");
  const collections = useQuery(api.saves.getCollections);
  if (!collections) return <WallSkeleton />;
  const chosen = collections.find(({ _id }) => _id === asked);
  return (
    <>
      <Collections collections={collections} chosen={chosen} />
      <Wall key={chosen?._id} collectionId={chosen?._id ?? null} />
    </>
  );
}

function Wall({ collectionId }: { collectionId: CollectionId | null }) {
  return (
    <FotoWall
      feed={useFotos(api.saves.getSavedPosts, { collectionId })}
      label={words.fotos()}
      empty={
        <EmptyState
          title={words.empty()}
          help={words.emptyHint()}
          action={<ButtonLink to={paths.homeFeed()}>{words.toFeed()}</ButtonLink>}
        />
      }
    />
  );
}
