import { lazy, type ReactNode, Suspense } from "react";
import { api, type Profile } from "../../api";
import { wordsFor } from "../../lib/refusal";
import { Notice } from "../../ui/Notice";
import { Recover } from "../../ui/Recover";
import { Tabs } from "../../ui/Tabs";
import { useTab } from "../../ui/useTab";
import { GridsSkeleton } from "../grids/GridsSkeleton";
import { FotoWall } from "../posts/FotoWall";
import { useFotos } from "../posts/useFotos";

const FlickGrid = lazy(() => import("../posts/FlickGrid"));
const Grids = lazy(() => import("../grids/Grids"));

type Name = "fotos" | "grids" | "flicks";

/** A member's fotos, grids and flicks; which of them is in the address. */
export function ProfileWalls({ profile, isOwn }: { profile: Profile; isOwn: boolean }) {
  const [chosen, choose] = useTab<Name>(["fotos", "grids", "flicks"]);
  return (
    <Tabs<Name>
      label="Walls"
      chosen={chosen}
      onChoose={choose}
      tabs={[
        { name: "fotos", words: "FOTOS", content: kept(<Fotos profile={profile} isOwn={isOwn} />) },
        { name: "grids", words: "GRIDS", content: kept(<Grids profile={profile} isOwn={isOwn} />) },
        { name: "flicks", words: "FLICKS", content: kept(<Flicks profile={profile} />) },
      ]}
    />
  );
}

const kept = (wall: ReactNode) => (
  <Recover words={(error) => wordsFor(error, "This wall could not be read.")}>
    <Suspense fallback={<GridsSkeleton />}>{wall}</Suspense>
  </Recover>
);

function Fotos({ profile, isOwn }: { profile: Profile; isOwn: boolean }) {
  const feed = usePosts(profile, false);
  const help = isOwn ? "Your first one goes here." : `When @${profile.username} posts one, it shows here.`;
  return (
    <FotoWall
      feed={feed}
      label={`Fotos by @${profile.username}`}
      empty={<Notice title="No photos uploaded yet" help={help} />}
    />
  );
}

function Flicks({ profile }: { profile: Profile }) {
  return (
    <FlickGrid
      feed={usePosts(profile, true)}
      label={`Flicks by @${profile.username}`}
      empty={<Notice title="No flicks yet" help="Coming Soon!" />}
    />
  );
}

/** One list holds both; each wall shows its kind. */
function usePosts({ userId }: Profile, isVideo: boolean) {
  const feed = useFotos(api.posts.getUserPosts, { userId });
  return { ...feed, results: feed.results.filter((post) => post.isVideo === isVideo) };
}
