import { Tabs } from "@base-ui/react/tabs";
import { useEffect } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { paths } from "../app/paths";
import { useViewer } from "../features/identity/Viewer";
import { FotoWall } from "../features/posts/FotoWall";
import { productName } from "../lib/deployment";
import { wordsFor } from "../lib/refusal";
import { Icon } from "../ui/Icon";
import { Notice } from "../ui/Notice";
import { Recover } from "../ui/Recover";
import { WallHead } from "../ui/WallHead";
import styles from "./Sphere.module.css";

const LOOK_MS = 1_500;

/** The sphere of one's nook: its curators, its fotos, its flicks. */
export function Sphere() {
  const { nook } = useViewer();
  useReturnAfterPosting();
  return (
    <main>
      <title>{`Sphere · ${productName}`}</title>
      <WallHead title="SPHERE">
        <Link to={paths.homeFeed()}>
          <Icon name="back" />
          Back to feed
        </Link>
      </WallHead>
      <section className={styles.board} aria-label="Curators">
        <p>
          <strong>Curators</strong> of {nook} will stand here.
        </p>
        <Link to={paths.curators()}>See more</Link>
      </section>
      <Tabs.Root defaultValue="fotos">
        <Tabs.List className={styles.tabs}>
          <Tabs.Tab value="fotos">FOTOS</Tabs.Tab>
          <Tabs.Tab value="flicks">FLICKS</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="fotos">
          <SphereWall nook={nook} isVideo={false} />
        </Tabs.Panel>
        <Tabs.Panel value="flicks">
          <SphereWall nook={nook} isVideo />
        </Tabs.Panel>
      </Tabs.Root>
    </main>
  );
}

function SphereWall({ nook, isVideo }: { nook: string; isVideo: boolean }) {
  const empty = isVideo ? (
    <Notice title="No flicks yet" help="Video Posts Coming Soon!" />
  ) : (
    <Notice title="No posts yet" help="What members post to the sphere shows here." />
  );
  return (
    <Recover words={(error) => wordsFor(error, "The sphere could not be read.")}>
      <FotoWall
        nook={nook}
        isVideo={isVideo}
        label={`${isVideo ? "Flicks" : "Fotos"} in the sphere`}
        empty={empty}
      />
    </Recover>
  );
}

/** Whoever has just posted sees it here for a moment, then goes on to the feed. */
function useReturnAfterPosting(): void {
  const { state } = useLocation();
  const navigate = useNavigate();
  const hasPosted = Boolean((state as { hasPosted?: boolean } | null)?.hasPosted);
  useEffect(() => {
    if (!hasPosted) return;
    const timer = setTimeout(() => navigate(paths.homeFeed(), { replace: true }), LOOK_MS);
    return () => clearTimeout(timer);
  }, [hasPosted, navigate]);
}
