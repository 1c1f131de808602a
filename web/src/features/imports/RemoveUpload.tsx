import { useState } from "react";
import { wordsFor } from "../../lib/refusal";
import * as actions from "../../locales/actions";
import * as words from "../../locales/imports";
import { Button } from "../../ui/Button";
import { toast } from "../../ui/Toast";
import { removeArchive } from "./archiveUpload";
import styles from "./Imports.module.css";

/** Ends an upload. Nothing has arrived of its fotos yet, so it asks no question. */
export function RemoveUpload({ id }: { id: string | null }) {
  const [isBusy, setBusy] = useState(false);

  async function remove(): Promise<void> {
    setBusy(true);
    await removeArchive(id).catch((error: unknown) => toast(wordsFor(error, words.couldntCancel())));
    setBusy(false);
  }

  return (
    <div className={styles.actions}>
      <Button disabled={isBusy} aria-label={words.cancelUpload()} onClick={remove}>
        {actions.cancel()}
      </Button>
    </div>
  );
}
