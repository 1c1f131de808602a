import { Suspense } from "react";
import { api } from "../api";
import { paths } from "../app/paths";
import { FlickSkeleton } from "../features/posts/FlickSkeleton";
import { useFotos } from "../features/posts/useFotos";
import { productName } from "../lib/deployment";
import { wordsFor } from "../lib/refusal";
import { ButtonLink } from "../ui/Button";
import { fetched } from "../ui/late";
import { Notice } from "../ui/Notice";
import { Recover } from "../ui/Recover";
import { WallHead } from "../ui/WallHead";

const FlickGrid = fetched(() => import("../features/posts/FlickGrid"));

/** Members cannot post flicks yet; those that an operator imported show below the notice. */
export function Flicks() {
  return (
    <main>
      <title>{`Flicks · ${productName}`}</title>
      <WallHead title="FLICKS" />
      <Notice
        title="Coming Soon!"
        help="Until then, a foto says it well."
        action={<ButtonLink to={paths.homeFeed()}>Back to Feed</ButtonLink>}
      />
      <Recover words={(error) => wordsFor(error, "Couldn't load flicks.")}>
        <Suspense fallback={<FlickSkeleton />}>
          <Wall />
        </Suspense>
      </Recover>
    </main>
  );
}

function Wall() {
  const feed = useFotos(api.posts.getSpherePosts, { isVideo: true });
  return <FlickGrid feed={feed} label="Flicks" empty={null} />;
}
