import * as profileWords from "../../locales/profile";
import { WallSkeleton } from "../posts/WallSkeleton";
import styles from "./ProfileHead.module.css";

/** A profile whose name is not known yet: where the picture, the names, the tabs and the wall will be. */
export function ProfileSkeleton() {
  return (
    <>
      <div className={styles.head}>
        <h1 className="visually-hidden">{profileWords.profile()}</h1>
        <p className="visually-hidden" role="status">
          {profileWords.loading()}
        </p>
        <span className={styles.blank} />
        <span className={styles.line} />
      </div>
      <div className={styles.tabs} />
      <WallSkeleton />
    </>
  );
}
