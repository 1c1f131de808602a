import { type ReactNode, Suspense } from "react";
import { api, type Profile } from "../../api";
import { wordsFor } from "../../lib/refusal";
import * as profileWords from "../../locales/profile";
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
import { useMostColumns } from "../posts/wall/columns";
import { WallSizes } from "../posts/wall/WallSizes";

const FlickGrid = lazyWithRetry(() => import("../posts/FlickGrid"));
const Grids = lazyWithRetry(() => import("../grids/Grids"));

type Owner = Pick<Profile, "_id" | "userId" | "username">;
type Name = "fotos" | "grids" | "flicks";

/** A member's fotos, grids and flicks; which of them is in the address. */
export function ProfileWalls({ profile, isOwn }: { profile: Owner; isOwn: boolean }) {
  const [chosen, choose] = useTab<Name>(["fotos", "grids", "flicks"]);
  const most = useMostColumns();
  return (
    <Tabs<Name>
      label={profileWords.walls()}
      chosen={chosen}
      onChoose={choose}
      tabs={[
        {
          name: "fotos",
          words: profileWords.fotos(),
          aside: <WallSizes most={most} stored="columns-profile" />,
          content: withBoundary(<Fotos profile={profile} isOwn={isOwn} most={most} />, null),
        },
        {
          name: "grids",
          words: profileWords.grids(),
          content: withBoundary(<Grids profile={profile} isOwn={isOwn} />, <GridsSkeleton />),
        },
        {
          name: "flicks",
          words: profileWords.flicks(),
          content: withBoundary(<Flicks profile={profile} isOwn={isOwn} />, <FlickSkeleton />),
        },
      ]}
    />
  );
}

const withBoundary = (wall: ReactNode, skeleton: ReactNode) => (
  <ErrorBoundary words={(error) => wordsFor(error, profileWords.couldntLoadWall())}>
    <Suspense fallback={skeleton}>{wall}</Suspense>
  </ErrorBoundary>
);

function Fotos({ profile, isOwn, most }: { profile: Owner; isOwn: boolean; most: number }) {
  const feed = useFotos(api.posts.getUserPosts, { userId: profile.userId, isVideo: false });
  const help = isOwn
    ? profileWords.firstFotoHint()
    : profileWords.othersFotoHint({ username: profile.username });
  return (
    <FotoWall
      feed={feed}
      most={most}
      stored="columns-profile"
      label={profileWords.fotosBy({ username: profile.username })}
      empty={<EmptyState title={profileWords.noFotos()} help={help} action={isOwn ? <Post /> : <ToFeed />} />}
    />
  );
}

const Post = () => <ButtonLink to={paths.postFotos()}>{profileWords.postFoto()}</ButtonLink>;
const ToFeed = () => <ButtonLink to={paths.homeFeed()}>{profileWords.backToFeed()}</ButtonLink>;

function Flicks({ profile, isOwn }: { profile: Owner; isOwn: boolean }) {
  return (
    <FlickGrid
      feed={useFotos(api.posts.getUserPosts, { userId: profile.userId, isVideo: true })}
      label={profileWords.flicksBy({ username: profile.username })}
      empty={
        <EmptyState
          title={profileWords.noFlicks()}
          help={profileWords.flicksSoon()}
          action={isOwn ? <Post /> : <ToFeed />}
        />
      }
    />
  );
}
