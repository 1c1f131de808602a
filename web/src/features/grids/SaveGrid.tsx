import { useState } from "react";
import type { Grid } from "../../api";
import { downloadFile } from "../../lib/files";
import * as words from "../../locales/grid";
import { Drawing } from "../../ui/Icon";
import { toast } from "../../ui/Toast";
import styles from "./GridTools.module.css";

const DOWN = "M12 4.500v11M7 11l5 5 5-5M4.500 15.500V20h15v-4.500";

/** Saves the grid as one picture, on the device. */
export function SaveGrid({ grid, author }: { grid: Grid; author: string }) {
  const [isBusy, setBusy] = useState(false);

  async function save(): Promise<void> {
    setBusy(true);
    try {
      const { pictureOf } = await import("./pictureOf");
      downloadFile(await pictureOf(grid.layout, grid.images), `grid-by-${author}.jpg`);
    } catch (error) {
      console.error("The grid was not saved", error);
      toast(words.couldntSave(), { tone: "danger" });
    } finally {
      setBusy(false);
    }
  }

  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={words.saveAsPicture()}
      disabled={isBusy}
      onClick={save}
    >
      <Drawing path={DOWN} />
    </button>
  );
}
