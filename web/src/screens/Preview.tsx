import { useQuery } from "convex/react";
import { useEffect, useState } from "react";
import { api, type ProfileId } from "../api";
import { SyncflowButton } from "../features/flow/SyncflowButton";
import { useViewer } from "../features/identity/Viewer";
import { RestrictedBanner } from "../features/moderation/RestrictedBanner";
import { PreviewMenu } from "../features/profiles/PreviewMenu";
import { ProfileHead } from "../features/profiles/ProfileHead";
import { ProfileSkeleton } from "../features/profiles/ProfileSkeleton";
import { ProfileWalls } from "../features/profiles/ProfileWalls";
import { productName } from "../lib/deployment";
import { navigate } from "../lib/history";
import { wordsFor } from "../lib/refusal";
import * as profileWords from "../locales/profile";
import { paths } from "../paths";
import { Avatar } from "../ui/Avatar";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { useParams } from "../ui/Router";
import { toast } from "../ui/Toast";

const PICTURE = 112;

/** Another member's wall, as far as the viewer may see it. */
export function Preview() {
  const { profileId = "" } = useParams();
  return (
    <main>
      <ErrorBoundary whole key={profileId} words={(error) => wordsFor(error, profileWords.couldntLoad())}>
        <Previewed profileId={profileId as ProfileId} />
      </ErrorBoundary>
    </main>
  );
}

function Previewed({ profileId }: { profileId: ProfileId }) {
  const viewer = useViewer();
  const profile = useQuery(api.profiles.getProfileById, { profileId });
  const standing = useQuery(
    api.flowRequests.getStanding,
    profileId === viewer.profileId ? "skip" : { profile_id: profileId },
  );
  const [isBlocking, setBlocking] = useState(false);
  useLeaveWhere(profile === null, isBlocking ? null : profileWords.notFound());
  if (!profile) return <ProfileSkeleton />;
  const isOwn = profile._id === viewer.profileId;
  return (
    <>
      <title>{`${profile.fullName} · ${productName}`}</title>
      <ProfileHead
        profileId={profile._id}
        profile={profile}
        picture={<Avatar src={profile.imageUrl} size={PICTURE} flow={standing?.synced ?? false} />}
      >
        <SyncflowButton person={profile} />
        {!isOwn && (
          <PreviewMenu profile={profile} isSynced={standing?.synced ?? false} onBlocking={setBlocking} />
        )}
      </ProfileHead>
      {!isOwn && <RestrictedBanner />}
      <ProfileWalls profile={profile} isOwn={isOwn} />
    </>
  );
}

/**
 * Leads back to the feed with a message when there is no such profile, or no longer; without one after the viewer's
 * own block.
 */
function useLeaveWhere(isMissing: boolean, words: string | null): void {
  useEffect(() => {
    if (!isMissing) return;
    if (words) toast(words, { tone: "danger" });
    navigate(paths.homeFeed(), { replace: true });
  }, [isMissing, words]);
}
