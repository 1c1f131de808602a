import { useQuery } from "convex/react";
import { api, type ReviewState } from "../../api";
import * as words from "../../locales/reviews";
import { Ago } from "../../ui/Ago";
import { SkeletonStatus } from "../../ui/SkeletonStatus";
import styles from "./Decisions.module.css";

const STATE_WORDS: Record<ReviewState, () => string> = {
  waiting: words.waiting,
  allowed: words.allowed,
  refused: words.refused,
};

/** The refused photos that the viewer asked moderators to look at, newest first, and the answers. */
export function OwnReviews() {
  const reviews = useQuery(api.moderation.getReviews, {});
  if (!reviews)
    return (
      <SkeletonStatus words={words.loading()}>
        <p className={`${styles.none} ${styles.waiting}`}>
          <strong>{words.none()}</strong>
          {words.noneHint()}
        </p>
      </SkeletonStatus>
    );
  if (reviews.length === 0)
    return (
      <p className={styles.none}>
        <strong>{words.none()}</strong>
        {words.noneHint()}
      </p>
    );
  return (
    <ul>
      {reviews.map(({ _id, state, askedAt }) => (
        <li key={_id} className={styles.row}>
          <div>
            <p>{words.photo()}</p>
            <p>
              <Ago since={askedAt} />
            </p>
          </div>
          <p className={styles.outcome} data-acted={state !== "waiting" || undefined}>
            {STATE_WORDS[state]()}
          </p>
        </li>
      ))}
    </ul>
  );
}
