import { useMutation, useQuery } from "convex/react";
import { api, type MeasureId, type Statement } from "../../api";
import * as words from "../../locales/decisions";
import { SkeletonStatus } from "../../ui/SkeletonStatus";
import { Decision } from "./Decision";
import styles from "./Decisions.module.css";

/** The decisions about the viewer, live. */
export function OwnDecisions() {
  const decisions = useQuery(api.moderation.getMeasures, {});
  const appeal = useMutation(api.moderation.appeal);
  if (!decisions)
    return (
      <SkeletonStatus words={words.loading()}>
        <p className={`${styles.none} ${styles.waiting}`}>
          <strong>{words.none()}</strong>
          {words.noneHint()}
        </p>
      </SkeletonStatus>
    );
  return <Decisions decisions={decisions} onAppeal={(measureId, words) => appeal({ measureId, words })} />;
}

/** These decisions, newest first. */
export function Decisions({
  decisions,
  onAppeal,
}: {
  decisions: readonly Statement[];
  onAppeal: (measureId: MeasureId, words: string) => Promise<unknown>;
}) {
  if (decisions.length === 0)
    return (
      <p className={styles.none}>
        <strong>{words.none()}</strong>
        {words.noneHint()}
      </p>
    );
  return (
    <ul className={styles.list}>
      {decisions.map((one) => (
        <Decision key={one._id} of={one} onAppeal={(words) => onAppeal(one._id, words)} />
      ))}
    </ul>
  );
}

export function DecisionsSkeleton() {
  return (
    <SkeletonStatus words={words.loading()}>
      <div className={styles.blank} />
    </SkeletonStatus>
  );
}
