import { useState } from "react";
import * as words from "../locales/deleting";
import styles from "./DeleteButton.module.css";
import type { Deletion } from "./DeleteDialog";
import { Icon } from "./Icon";
import { lazyDialog } from "./lazyWithRetry";

const DeleteDialog = lazyDialog(
  async () => (await import("./DeleteDialog")).DeleteDialog,
  ({ open }) => open,
);

/** A bin that deletes something after a confirmation. */
export function DeleteButton(deletion: Deletion) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.remove}
        aria-label={words.deleteThing(deletion)}
        onClick={() => setAsking(true)}
      >
        <Icon name="trash" />
      </button>
      <DeleteDialog {...deletion} open={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}
