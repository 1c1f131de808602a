import type { ReactNode } from "react";
import type { Profile } from "../../api";
import * as profileWords from "../../locales/profile";
import { paths } from "../../paths";
import { Icon } from "../../ui/Icon";
import { Link } from "../../ui/Link";
import styles from "./ProfileHead.module.css";

/**
 * The head of a member's wall. `picture` is the avatar, or the avatar with a way to change it; `children` are the
 * actions.
 */
export function ProfileHead({
  profile,
  picture,
  children,
}: {
  profile: Pick<Profile, "fullName" | "username"> & Partial<Pick<Profile, "quote" | "isCurator">>;
  picture: ReactNode;
  children?: ReactNode;
}) {
  return (
    <header className={styles.head}>
      <Link to={paths.homeFeed()} className={styles.back} aria-label={profileWords.backToFeed()}>
        <Icon name="back" />
      </Link>
      {picture}
      <div className={styles.names}>
        <h1>
          <bdi>{profile.fullName}</bdi>
        </h1>
        <p>
          @{profile.username}
          {profile.isCurator && (
            <span className={styles.badge}>
              <Icon name="curator" />
              {profileWords.curator()}
            </span>
          )}
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
