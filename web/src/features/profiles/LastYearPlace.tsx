import { getNote } from "../../lib/offlineStorage";
import styles from "./LastYear.module.css";

/** The note of the week whose fotos were shown last. */
export const SHOWN = "last-year-shown";

/** Reserves the room of last year's fotos where there were some before, so that the wall is not pushed down later. */
export const LastYearPlace = () => (getNote(SHOWN) ? <div className={styles.place} /> : null);
