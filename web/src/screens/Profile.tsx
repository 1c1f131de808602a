import { useQuery } from "convex/react";
import { api } from "../api";
import { paths } from "../app/paths";
import { useViewer } from "../features/identity/Viewer";
import { ChangePhoto } from "../features/profiles/ChangePhoto";
import { ProfileHead, ProfileSkeleton } from "../features/profiles/ProfileHead";
import { ProfileWalls } from "../features/profiles/ProfileWalls";
import { productName } from "../lib/deployment";
import { wordsFor } from "../lib/refusal";
import { ButtonLink } from "../ui/Button";
import { Icon } from "../ui/Icon";
import { Recover } from "../ui/Recover";

const PICTURE = 112;

/** One's own wall. */
export function Profile() {
  const viewer = useViewer();
  return (
    <main>
      <title>{`${viewer.fullName} · ${productName}`}</title>
      <Recover words={(error) => wordsFor(error, "Your profile could not be read.")}>
        <Own />
      </Recover>
    </main>
  );
}

function Own() {
  const viewer = useViewer();
  const profile = useQuery(api.profiles.getProfile, { userId: viewer._id });
  if (!profile) return <ProfileSkeleton />;
  return (
    <>
      <ProfileHead profile={profile} picture={<ChangePhoto size={PICTURE} />}>
        <ButtonLink look="light" to={paths.create()}>
          <Icon name="plus" />
          create
        </ButtonLink>
      </ProfileHead>
      <ProfileWalls profile={profile} isOwn />
    </>
  );
}
