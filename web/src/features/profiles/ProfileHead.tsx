import type { ReactNode } from "react";
import { api, type Profile, type ProfileId } from "../../api";
import * as words from "../../locales/profile";
import { paths } from "../../paths";
import { Avatar } from "../../ui/Avatar";
import { Icon } from "../../ui/Icon";
import { Link } from "../../ui/Link";
import { useOptionalQuery } from "../../ui/useOptionalQuery";
import styles from "./ProfileHead.module.css";

/** As large as the picture itself, which is fetched once then. */
const PICTURE = 112;

/**
 * The head of a member's wall. `picture` is the avatar, or the avatar with a way to change it; `children` are the
 * actions.
 */
export function ProfileHead({
  profileId,
  profile,
  picture,
  children,
}: {
  profileId: ProfileId;
  profile: Pick<Profile, "fullName" | "username" | "nookType" | "imageUrl"> &
    Partial<Pick<Profile, "quote" | "isCurator">>;
  picture: ReactNode;
  children?: ReactNode;
}) {
  return (
    <header className={styles.head}>
      {profile.imageUrl && (
        <div className={styles.light} aria-hidden="true">
          <Avatar key={profile.imageUrl} src={profile.imageUrl} size={PICTURE} />
        </div>
      )}
      <Link to={paths.homeFeed()} className={styles.back} aria-label={words.backToFeed()}>
        <Icon name="back" />
      </Link>
      <div className={styles.picture}>{picture}</div>
      <div className={styles.names}>
        <h1>
          <bdi>{profile.fullName}</bdi>
        </h1>
        <p>
          @{profile.username}
          {profile.isCurator && (
            <span className={styles.badge}>
              <Icon name="curator" />
              {words.curator()}
            </span>
          )}
        </p>
        <p className={styles.facts}>
          <b data-nook={profile.nookType} translate="no">
            {profile.nookType.toUpperCase()}
          </b>
          <Counts profileId={profileId} />
        </p>
        {profile.quote && (
          <q className={styles.quote} dir="auto">
            {profile.quote}
          </q>
        )}
      </div>
      <div className={styles.doing}>{children}</div>
    </header>
  );
}

/** What the viewer sees of a member, in numbers. Without them, the head does without. */
function Counts({ profileId }: { profileId: ProfileId }) {
  const counts = useOptionalQuery(api.profiles.getCounts, { profileId });
  if (!counts) return null;
  return (
    <>
      <span>{words.fotoCount({ count: counts.fotos })}</span>
      <span>{words.gridCount({ count: counts.grids })}</span>
      <span>{words.flowCount({ count: counts.flows })}</span>
    </>
  );
}
