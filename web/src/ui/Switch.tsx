import { Switch as Base } from "@base-ui/react/switch";
import { useId } from "react";
import styles from "./Switch.module.css";

/** On or off, with what it is about and what it means as it stands. */
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
