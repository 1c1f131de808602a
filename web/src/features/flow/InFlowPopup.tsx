import { useEffect } from "react";
import { Avatar } from "../../ui/Avatar";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { useLast } from "../../ui/useLast";
import { useViewer } from "../identity/Viewer";
import { closeAnnouncement, useAnnouncement } from "./announcement";
import styles from "./InFlowPopup.module.css";

const STAY_MS = 3_000;

/** Said to both when two members come into flow; it closes by itself. */
export default function InFlowPopup() {
  const viewer = useViewer();
  const announced = useAnnouncement();
  const other = useLast(announced);
  useEffect(() => {
    if (announced === null) return;
    const timer = setTimeout(closeAnnouncement, STAY_MS);
    return () => clearTimeout(timer);
  }, [announced]);
  return (
    <Dialog
      open={announced !== null}
      onClose={closeAnnouncement}
      title="You're in Flow!"
      actions={
        <Button look="light" wide onClick={closeAnnouncement}>
          Got it!
        </Button>
      }
    >
      <div className={styles.pair} aria-hidden="true">
        <Avatar src={viewer.imageUrl} size={72} flow />
        <Avatar src={other?.imageUrl ?? ""} size={72} flow />
      </div>
      <DialogWords>
        {`You and ${other?.fullName ?? ""} are now in mutual connection. Check your new cue!`}
      </DialogWords>
    </Dialog>
  );
}
