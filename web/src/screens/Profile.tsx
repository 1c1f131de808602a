import { Suspense, useEffect, useState } from "react";
import { api, type Me, type Profile as ProfileOf } from "../api";
import { useViewer } from "../features/identity/Viewer";
import { ChangePhoto } from "../features/profiles/ChangePhoto";
import { LastYearPlace } from "../features/profiles/LastYearPlace";
import { OwnMenu } from "../features/profiles/OwnMenu";
import { ProfileHead } from "../features/profiles/ProfileHead";
import { ProfileWalls } from "../features/profiles/ProfileWalls";
import { productName } from "../lib/deployment";
import { getNote, putNote } from "../lib/offlineStorage";
import * as profileWords from "../locales/profile";
import { paths } from "../paths";
import { ButtonLink } from "../ui/Button";
import { Icon } from "../ui/Icon";
import { lazyWithRetry } from "../ui/lazyWithRetry";
import { useOptionalQuery } from "../ui/useOptionalQuery";

const LastYear = lazyWithRetry(() => import("../features/profiles/LastYear"));

const PICTURE = 112;

/** The member's own wall. The name shows at once; the quote and the badge come with the profile. */
export function Profile() {
  const viewer = useViewer();
  const profile = useRest(viewer);
  return (
    <main>
      <title>{`${viewer.fullName} · ${productName}`}</title>
      <ProfileHead
        profileId={viewer.profileId}
        profile={{ ...viewer, ...profile, nookType: viewer.nook }}
        picture={<ChangePhoto size={PICTURE} />}
      >
        <ButtonLink to={paths.create()}>
          <Icon name="plus" />
          {profileWords.create()}
        </ButtonLink>
        <OwnMenu />
      </ProfileHead>
      <Suspense fallback={<LastYearPlace />}>
        <LastYear />
      </Suspense>
      <ProfileWalls
        profile={{ _id: viewer.profileId, userId: viewer._id, username: viewer.username }}
        isOwn
      />
    </main>
  );
}

type Rest = Pick<ProfileOf, "quote" | "isCurator">;

/** The quote and the badge; stored values until they are loaded, so that the wall is not pushed down later. */
function useRest({ _id }: Me): Rest | undefined {
  const profile = useOptionalQuery(api.profiles.getProfile, { userId: _id });
  const key = `head-${_id}`;
  const [before] = useState(() => getNote(key) as Rest | undefined);
  useEffect(() => {
    if (profile) putNote(key, { quote: profile.quote, isCurator: profile.isCurator } satisfies Rest);
  }, [key, profile]);
  return profile ?? before;
}
