import { usePaginatedQuery } from "convex/react";
import { type ReactNode, Suspense, useState } from "react";
import { api, type Grid, type GridId, type Profile } from "../../api";
import * as words from "../../locales/grids";
import { paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { lazyWithRetry } from "../../ui/lazyWithRetry";
import { useAtTop } from "../../ui/useAtTop";
import { useTablet } from "../../ui/useMedia";
import { usePaginatedSubscription } from "../../ui/usePaginatedSubscription";
import { GridCarousel } from "./GridCarousel";
import { GridsSkeleton } from "./GridsSkeleton";
import { GridWall } from "./GridWall";
import { positionOf } from "./gridPosition";
import { useOpenGrid } from "./openGrid";

const PAGE = 12;
const GridPopup = lazyWithRetry(() => import("./GridPopup"));

interface Owned {
  profile: Pick<Profile, "_id" | "userId" | "username">;
  isOwn: boolean;
}

/** A member's grids, newest first, live: on a phone one at a time, on a larger screen a wall. One opens over the page. */
export default function Grids(owned: Owned) {
  return useTablet() ? <Wall {...owned} /> : <Carousel {...owned} />;
}

function Wall(owned: Owned) {
  const list = usePaginatedSubscription(
    api.grids.getUserGrids,
    { userId: owned.profile.userId },
    { first: PAGE, positionOf, freezeLayout: !useAtTop() },
  );
  const { positions, waiting, status, itemOf, loadMore } = list;
  const grids = positions.flatMap(({ id }) => itemOf(id) ?? []);
  return (
    <Framed {...owned} grids={grids} count={positions.length + waiting.length} status={status}>
      <GridWall
        list={list}
        label={words.gridsBy({ username: owned.profile.username })}
        author={owned.profile._id}
        onReachEnd={() => loadMore(PAGE)}
      />
    </Framed>
  );
}

function Carousel(owned: Owned) {
  const { results, status, loadMore } = usePaginatedQuery(
    api.grids.getUserGrids,
    { userId: owned.profile.userId },
    { initialNumItems: PAGE },
  );
  const [at, turnTo] = usePlace(results);
  return (
    <Framed {...owned} grids={results} count={results.length} status={status}>
      <GridCarousel
        grids={results}
        label={words.gridsBy({ username: owned.profile.username })}
        author={owned.profile._id}
        at={at}
        isMore={status !== "Exhausted"}
        onTurn={turnTo}
        onNearEnd={() => status === "CanLoadMore" && loadMore(PAGE)}
      />
    </Framed>
  );
}

/** The states around the grids, and the open one over them. */
function Framed({
  profile,
  isOwn,
  grids,
  count,
  status,
  children,
}: Owned & { grids: readonly Grid[]; count: number; status: string; children: ReactNode }) {
  const { openId, close } = useOpenGrid();
  return (
    <>
      {status === "LoadingFirstPage" && <GridsSkeleton />}
      {status === "Exhausted" && count === 0 && <None isOwn={isOwn} username={profile.username} />}
      {count > 0 && children}
      {openId && (
        <Suspense>
          <GridPopup id={openId} grids={grids} author={profile} isOwn={isOwn} onClose={close} />
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
