import { createPortal } from "react-dom";
import { api, type Profile, type ProfileId } from "../../api";
import * as words from "../../locales/people";
import { paths } from "../../paths";
import { Avatar } from "../../ui/Avatar";
import { Link } from "../../ui/Link";
import { useOptionalQuery } from "../../ui/useOptionalQuery";
import { SmallFoto } from "../posts/SmallFoto";
import { Covered } from "../safety/Covered";
import styles from "./Requester.module.css";

const PICTURE = 112;
const SIZES = "(min-width: 700px) 130px, 31vw";

/**
 * Who asks for a syncflow: their name, their words and their latest fotos, so that the viewer can answer without a
 * visit to their wall. In `place`, if there is one.
 */
export function Requester({ profileId, place }: { profileId: ProfileId; place: HTMLElement | null }) {
  const profile = useOptionalQuery(api.profiles.getProfileById, { profileId });
  const content = <div className={styles.requester}>{profile && <About profile={profile} />}</div>;
  return place ? createPortal(content, place) : content;
}

function About({ profile }: { profile: Profile }) {
  const fotos = useOptionalQuery(api.posts.getStrips, { userIds: [profile.userId] });
  return (
    <>
      <div className={styles.picture}>
        <Avatar src={profile.imageUrl} size={PICTURE} />
      </div>
      <h2>
        <bdi>{profile.fullName}</bdi>
      </h2>
      {profile.quote && <q dir="auto">{profile.quote}</q>}
      {fotos && fotos.length > 0 && (
        <section className={styles.fotos} aria-label={words.latest({ username: profile.username })}>
          {fotos.map((post) => (
            <Covered key={post._id} of={post}>
              <Link to={`${paths.preview(profile._id)}?post=${encodeURIComponent(post._id)}`}>
                <SmallFoto post={post} sizes={SIZES} />
              </Link>
            </Covered>
          ))}
        </section>
      )}
    </>
  );
}
