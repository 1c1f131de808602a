import { usePaginatedQuery } from "convex/react";
import { Suspense, useState } from "react";
import { api, type Grid, type GridId, type Profile } from "../../api";
import * as words from "../../locales/grids";
import { paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { lazyWithRetry } from "../../ui/lazyWithRetry";
import { GridCarousel } from "./GridCarousel";
import { GridsSkeleton } from "./GridsSkeleton";
import { useOpenGrid } from "./openGrid";

const PAGE = 12;
const GridPopup = lazyWithRetry(() => import("./GridPopup"));

/** A member's grids, newest first, live. One opens over the page. */
export default function Grids({
  profile,
  isOwn,
}: {
  profile: Pick<Profile, "userId" | "username">;
  isOwn: boolean;
}) {
  const { results, status, loadMore } = usePaginatedQuery(
    api.grids.getUserGrids,
    { userId: profile.userId },
    { initialNumItems: PAGE },
  );
  const { openId, close } = useOpenGrid();
  const [at, turnTo] = usePlace(results);
  return (
    <>
      {status === "LoadingFirstPage" && <GridsSkeleton />}
      {status === "Exhausted" && results.length === 0 && <None isOwn={isOwn} username={profile.username} />}
      {results.length > 0 && (
        <GridCarousel
          grids={results}
          label={words.gridsBy({ username: profile.username })}
          at={at}
          isMore={status !== "Exhausted"}
          onTurn={turnTo}
          onNearEnd={() => status === "CanLoadMore" && loadMore(PAGE)}
        />
      )}
      {openId && (
        <Suspense>
          <GridPopup id={openId} grids={results} author={profile.username} isOwn={isOwn} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/**
 * The index of the grid in the middle. It follows its grid when others come and go; at the front, it stays on the
 * newest.
 */
function usePlace(grids: readonly Grid[]): [at: number, turnTo: (to: number) => void] {
  const [looked, setLooked] = useState<{ id: GridId | undefined; at: number }>({ id: undefined, at: 0 });
  const now = grids.findIndex(({ _id }) => _id === looked.id);
  const at = Math.max(0, Math.min(now < 0 ? looked.at : now, grids.length - 1));
  return [at, (to) => setLooked({ id: to === 0 ? undefined : grids[to]?._id, at: to })];
}

function None({ isOwn, username }: { isOwn: boolean; username: string }) {
  if (!isOwn)
    return (
      <EmptyState
        title={words.empty()}
        help={words.emptyOf({ username })}
        action={<ButtonLink to={paths.homeFeed()}>{words.backToFeed()}</ButtonLink>}
      />
    );
  return (
    <EmptyState
      title={words.empty()}
      help={words.emptyHint()}
      action={<ButtonLink to={paths.gridCreation()}>{words.create()}</ButtonLink>}
    />
  );
}
