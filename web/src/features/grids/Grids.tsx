import { usePaginatedQuery } from "convex/react";
import { lazy, Suspense, useState } from "react";
import { api, type Profile } from "../../api";
import { paths } from "../../app/paths";
import { ButtonLink } from "../../ui/Button";
import { Notice } from "../../ui/Notice";
import { GridCarousel } from "./GridCarousel";
import { GridsSkeleton } from "./GridsSkeleton";
import { useOpenGrid } from "./openGrid";

const PAGE = 12;
const GridPopup = lazy(() => import("./GridPopup"));

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
  const [wanted, setWanted] = useState(0);
  const at = Math.max(0, Math.min(wanted, results.length - 1));
  return (
    <>
      {status === "LoadingFirstPage" && <GridsSkeleton />}
      {status === "Exhausted" && results.length === 0 && <None isOwn={isOwn} username={profile.username} />}
      {results.length > 0 && (
        <GridCarousel
          grids={results}
          label={`Grids by @${profile.username}`}
          at={at}
          onTurn={setWanted}
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

function None({ isOwn, username }: { isOwn: boolean; username: string }) {
  if (!isOwn)
    return (
      <Notice
        title="No grids created yet"
        help={`When @${username} makes one, it shows here.`}
        action={<ButtonLink to={paths.homeFeed()}>Back to feed</ButtonLink>}
      />
    );
  return (
    <Notice
      title="No grids created yet"
      help="Two or three of your fotos, in one frame."
      action={<ButtonLink to={paths.gridCreation()}>Create Grid</ButtonLink>}
    />
  );
}
