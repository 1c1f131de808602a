import { api } from "../api";
import { paths } from "../app/paths";
import { useViewer } from "../features/identity/Viewer";
import { ChangePhoto } from "../features/profiles/ChangePhoto";
import { ProfileHead } from "../features/profiles/ProfileHead";
import { ProfileWalls } from "../features/profiles/ProfileWalls";
import { productName } from "../lib/deployment";
import { ButtonLink } from "../ui/Button";
import { Icon } from "../ui/Icon";
import { useIfKnown } from "../ui/useIfKnown";

const PICTURE = 112;

/** One's own wall. Who one is stands there at once; the quote and the badge come with the profile. */
export function Profile() {
  const viewer = useViewer();
  const profile = useIfKnown(api.profiles.getProfile, { userId: viewer._id });
  return (
    <main>
      <title>{`${viewer.fullName} · ${productName}`}</title>
      <ProfileHead profile={{ ...viewer, ...profile }} picture={<ChangePhoto size={PICTURE} />}>
        <ButtonLink look="light" to={paths.create()}>
          <Icon name="plus" />
          create
        </ButtonLink>
      </ProfileHead>
      <ProfileWalls profile={{ userId: viewer._id, username: viewer.username }} isOwn />
    </main>
  );
}
