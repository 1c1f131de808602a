import { paths } from "../app/paths";
import { productName } from "../lib/deployment";
import { ButtonLink } from "../ui/Button";
import { Notice } from "../ui/Notice";
import { WallHead } from "../ui/WallHead";

/** Where flicks will be watched. */
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
    </main>
  );
}
