import { useQuery } from "convex/react";
import { api } from "../../api";
import * as curatorProgressWords from "../../locales/curatorProgress";
import { Icon } from "../../ui/Icon";
import { Progress } from "../../ui/Progress";
import { SkeletonStatus } from "../../ui/SkeletonStatus";
import { useViewer } from "../identity/Viewer";
import styles from "./Matrices.module.css";

const FULL = 100;
const TARGETS = { photosUploaded: 120, gridsCreated: 30, syncFlowed: 250 };
const LABELS = {
  photosUploaded: curatorProgressWords.fotosUploaded,
  gridsCreated: curatorProgressWords.gridsCreated,
  syncFlowed: curatorProgressWords.flowsSynced,
};

const NAMES = Object.keys(TARGETS) as (keyof typeof TARGETS)[];

/** The three ways that lead to the badge together, and the badge. Live. */
export function Matrices() {
  const { _id: userId } = useViewer();
  const aura = useQuery(api.users.getAuraProgress, { userId });
  if (!aura) return <Blank />;
  const isEarned = aura.hasAuraCreatorBadge;
  return (
    <div className={styles.matrices}>
      {NAMES.map((name) => (
        <div key={name} className={styles.matrix}>
          <p>
            <span>{LABELS[name]()}</span>
            <span>{`${aura.progress[name]}/${TARGETS[name]}`}</span>
          </p>
          <Progress label={LABELS[name]()} value={share(aura.progress[name], TARGETS[name])} />
        </div>
      ))}
      <p className={styles.badge} data-earned={isEarned || undefined}>
        <Icon name="curator" />
        {isEarned ? curatorProgressWords.earned() : curatorProgressWords.complete()}
      </p>
    </div>
  );
}

/** Placeholders until the progress is loaded. */
function Blank() {
  return (
    <SkeletonStatus words={curatorProgressWords.loading()}>
      <div className={styles.matrices}>
        {NAMES.map((name) => (
          <div key={name} className={styles.matrix}>
            <p>{LABELS[name]()}</p>
            <div className={styles.track} />
          </div>
        ))}
        <div className={styles.badge}>
          <Icon name="curator" />
        </div>
      </div>
    </SkeletonStatus>
  );
}

/** In percent, and never more than all of it. */
const share = (done: number, target: number) => Math.min(FULL, (done / target) * FULL);
