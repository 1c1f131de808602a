import { Switch as Base } from "@base-ui/react/switch";
import { useId } from "react";
import * as settingsWords from "../locales/settings";
import { SkeletonStatus } from "./SkeletonStatus";
import styles from "./Switch.module.css";

/** A switch with its subject and the meaning of its state. */
export function Switch({
  label,
  help,
  on,
  onChange,
}: {
  label: string;
  help: string;
  on: boolean;
  onChange: (on: boolean) => void;
}) {
  const id = useId();
  return (
    <div className={styles.line}>
      <span className={styles.words}>
        <span id={`${id}label`}>{label}</span>
        <small id={`${id}help`}>{help}</small>
      </span>
      <Base.Root
        className={styles.track}
        aria-labelledby={`${id}label`}
        aria-describedby={`${id}help`}
        checked={on}
        onCheckedChange={onChange}
      >
        <Base.Thumb className={styles.thumb} />
      </Base.Root>
    </div>
  );
}

/** Switches whose state is not loaded yet. */
export function SwitchSkeleton({ labels }: { labels: readonly string[] }) {
  return (
    <SkeletonStatus words={settingsWords.loading()}>
      {labels.map((label) => (
        <div key={label} className={styles.line}>
          <span className={styles.words}>
            <span>{label}</span>
            <small className={styles.blank} />
          </span>
          <span className={styles.track} />
        </div>
      ))}
    </SkeletonStatus>
  );
}
