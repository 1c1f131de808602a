import { type ReactNode, Suspense } from "react";
import { api, type Profile } from "../../api";
import { wordsFor } from "../../lib/refusal";
import { paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorBoundary } from "../../ui/ErrorBoundary";
import { lazyWithRetry } from "../../ui/lazyWithRetry";
import { Tabs } from "../../ui/Tabs";
import { useTab } from "../../ui/useTab";
import { GridsSkeleton } from "../grids/GridsSkeleton";
import { FlickSkeleton } from "../posts/FlickSkeleton";
import { FotoWall } from "../posts/FotoWall";
import { useFotos } from "../posts/useFotos";

const FlickGrid = lazyWithRetry(() => import("../posts/FlickGrid"));
const Grids = lazyWithRetry(() => import("../grids/Grids"));

type Owner = Pick<Profile, "userId" | "username">;
type Name = "fotos" | "grids" | "flicks";

/** A member's fotos, grids and flicks; which of them is in the address. */
export function ProfileWalls({ profile, isOwn }: { profile: Owner; isOwn: boolean }) {
  const [chosen, choose] = useTab<Name>(["fotos", "grids", "flicks"]);
  return (
    <Tabs<Name>
      label="Walls"
      chosen={chosen}
      onChoose={choose}
      tabs={[
        {
          name: "fotos",
          words: "FOTOS",
          content: withBoundary(<Fotos profile={profile} isOwn={isOwn} />, null),
        },
        {
          name: "grids",
          words: "GRIDS",
          content: withBoundary(<Grids profile={profile} isOwn={isOwn} />, <GridsSkeleton />),
        },
        {
          name: "flicks",
          words: "FLICKS",
          content: withBoundary(<Flicks profile={profile} isOwn={isOwn} />, <FlickSkeleton />),
        },
      ]}
    />
  );
}

const withBoundary = (wall: ReactNode, skeleton: ReactNode) => (
  <ErrorBoundary words={(error) => wordsFor(error, "This wall could not be read.")}>
    <Suspense fallback={skeleton}>{wall}</Suspense>
  </ErrorBoundary>
);

function Fotos({ profile, isOwn }: { profile: Owner; isOwn: boolean }) {
  const feed = useFotos(api.posts.getUserPosts, { userId: profile.userId, isVideo: false });
  const help = isOwn ? "Your first one goes here." : `When @${profile.username} posts one, it shows here.`;
  return (
    <FotoWall
      feed={feed}
      label={`Fotos by @${profile.username}`}
      empty={<EmptyState title="No photos uploaded yet" help={help} action={isOwn ? <Post /> : <ToFeed />} />}
    />
  );
}

const Post = () => <ButtonLink to={paths.postFotos()}>Post a foto</ButtonLink>;
const ToFeed = () => <ButtonLink to={paths.homeFeed()}>Back to feed</ButtonLink>;

function Flicks({ profile, isOwn }: { profile: Owner; isOwn: boolean }) {
  return (
    <FlickGrid
      feed={useFotos(api.posts.getUserPosts, { userId: profile.userId, isVideo: true })}
      label={`Flicks by @${profile.username}`}
      empty={<EmptyState title="No flicks yet" help="Coming Soon!" action={isOwn ? <Post /> : <ToFeed />} />}
    />
  );
}
