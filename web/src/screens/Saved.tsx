import { useQuery } from "convex/react";
import { api, type CollectionId } from "../api";
import { FotoWall } from "../features/posts/FotoWall";
import { useFotos } from "../features/posts/useFotos";
import { WallSkeleton } from "../features/posts/WallSkeleton";
import { Collections } from "../features/saves/Collections";
import * as words from "../locales/saved";
import { paths } from "../paths";
import { ButtonLink } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { OwnListPage } from "../ui/OwnListPage";
import { useLocation } from "../ui/Router";

/** The fotos that the member saved, collection by collection. */
export function Saved() {
  return (
    <OwnListPage title={words.title()} back={words.back()} couldntLoad={words.couldntLoad()}>
      <Chosen />
    </OwnListPage>
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
