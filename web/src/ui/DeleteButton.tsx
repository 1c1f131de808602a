import { useState } from "react";
import * as actions from "../locales/actions";
import * as words from "../locales/deleting";
import styles from "./DeleteButton.module.css";
import type { Deletion } from "./DeleteDialog";
import { Icon } from "./Icon";
import { lazyDialog } from "./lazyWithRetry";

const DeleteDialog = lazyDialog(
  async () => (await import("./DeleteDialog")).DeleteDialog,
  ({ open }) => open,
);

/**
 * A button that deletes something after a confirmation. With `plain` the button is a word like those around it, without
 * an icon.
 */
export function DeleteButton({ plain = false, ...deletion }: Deletion & { plain?: boolean }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        className={plain ? undefined : styles.remove}
        aria-label={words.deleteThing(deletion)}
        onClick={() => setAsking(true)}
      >
        {plain ? actions.remove() : <Icon name="trash" />}
      </button>
      <DeleteDialog {...deletion} open={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}
