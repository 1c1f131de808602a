import { Link } from "react-router";
import { paths } from "../app/paths";
import { useViewer } from "../features/identity/Viewer";
import { FotoWall } from "../features/posts/FotoWall";
import { productName } from "../lib/deployment";
import { wordsFor } from "../lib/refusal";
import { ButtonLink } from "../ui/Button";
import { Icon } from "../ui/Icon";
import { Notice } from "../ui/Notice";
import { Recover } from "../ui/Recover";
import { WallHead } from "../ui/WallHead";

/** One's nook, live. */
export function HomeFeed() {
  const { nook } = useViewer();
  return (
    <main>
      <title>{`${nook} · ${productName}`}</title>
      <WallHead title={nook.toUpperCase()}>
        <Link to={paths.sphere()}>
          <Icon name="sphere" />
          Sphere
        </Link>
        <Link to={paths.cue()}>
          <Icon name="cue" />
          Cue
        </Link>
      </WallHead>
      <Recover words={(error) => wordsFor(error, "The feed could not be read.")}>
        <FotoWall nook={nook} label={`Fotos in ${nook}`} empty={<Nothing />} />
      </Recover>
    </main>
  );
}

function Nothing() {
  return (
    <Notice
      title="No posts to display"
      help="Be the first: the wall begins with one foto."
      action={
        <ButtonLink look="light" to={paths.postFotos()}>
          Post a foto
        </ButtonLink>
      }
    />
  );
}
