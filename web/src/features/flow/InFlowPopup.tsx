import { useEffect } from "react";
import * as words from "../../locales/inFlow";
import { Avatar } from "../../ui/Avatar";
import { Button } from "../../ui/Button";
import { useViewer } from "../identity/Viewer";
import { closeAnnouncement, type InFlow } from "./announcement";
import styles from "./InFlowPopup.module.css";

const STAY_MS = 3_000;

/** Said to both when two members come into flow; it closes by itself. */
export default function InFlowPopup({ other }: { other: InFlow }) {
  const viewer = useViewer();
  useEffect(() => {
    const timer = setTimeout(() => closeAnnouncement(other), STAY_MS);
    return () => clearTimeout(timer);
  }, [other]);
  return (
    <section className={styles.popup} aria-labelledby="in-flow">
      <div className={styles.pair} aria-hidden="true">
        <Avatar src={viewer.imageUrl} size={72} flow />
        <Avatar src={other.imageUrl} size={72} flow />
      </div>
      <h2 id="in-flow">{words.inFlow()}</h2>
      <p>{words.inFlowHint({ name: () => <bdi>{other.fullName}</bdi> })}</p>
      <Button
        variant="primary"
        wide
        // The focus stays where it is.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => closeAnnouncement(other)}
      >
        {words.gotIt()}
      </Button>
    </section>
  );
}
