import type { Post, Profile, ProfileStanding } from "../../api";
import * as words from "../../locales/people";
import { paths } from "../../paths";
import { Avatar } from "../../ui/Avatar";
import { Link } from "../../ui/Link";
import { Names } from "../../ui/Names";
import { SkeletonStatus } from "../../ui/SkeletonStatus";
import { SyncflowButton } from "../flow/SyncflowButton";
import { SmallFoto } from "../posts/SmallFoto";
import { Covered } from "../safety/Covered";
import styles from "./PersonStrip.module.css";

const PLACES = 3;
const SIZES = "(min-width: 900px) 160px, (min-width: 700px) 16vw, 31vw";
const WIDE = "(min-width: 900px) 320px, (min-width: 700px) 48vw, 93vw";

/** A member with their latest fotos, which lead to their wall, their quote, and the way into flow. */
export function PersonStrip({
  person,
  fotos,
  standing,
}: {
  person: Profile;
  fotos: Post[];
  standing: ProfileStanding | undefined;
}) {
  return (
    <li className={styles.strip}>
      {fotos.length > 0 && (
        <section className={styles.fotos} aria-label={words.latest({ username: person.username })}>
          {fotos.map((post) => (
            <Covered key={post._id} of={post}>
              <Link to={`${paths.preview(person._id)}?post=${encodeURIComponent(post._id)}`}>
                <SmallFoto post={post} sizes={fotos.length < PLACES ? WIDE : SIZES} />
              </Link>
            </Covered>
          ))}
        </section>
      )}
      <div className={styles.head}>
        <Link to={paths.preview(person._id)} className={styles.person}>
          <Avatar src={person.imageUrl} size={44} flow={standing?.synced ?? false} />
          <Names name={person.fullName}>@{person.username}</Names>
        </Link>
        <SyncflowButton person={person} standing={standing ?? null} variant="secondary" />
      </div>
      {person.quote && (
        <q className={styles.quote} dir="auto">
          {person.quote}
        </q>
      )}
    </li>
  );
}

/** The list around them, as many beside each other as have room. */
export const stripList = styles.list;

/** Strips that are on their way. */
export function StripsSkeleton({ strips }: { strips: number }) {
  return (
    <SkeletonStatus words={words.loading()}>
      <ul className={styles.list}>
        {Array.from({ length: strips }, (_, strip) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blanks have no identity
          <li key={strip} className={styles.strip}>
            <div className={styles.fotos}>
              <span />
              <span />
              <span />
            </div>
            <div className={styles.head}>
              <span className={styles.blank} />
              <span className={styles.bar} />
            </div>
          </li>
        ))}
      </ul>
    </SkeletonStatus>
  );
}
