import * as viewerWords from "../../locales/viewer";
import { PopupClose } from "../../ui/Popup";
import { SkeletonStatus } from "../../ui/SkeletonStatus";
import styles from "./PostPopup.module.css";
import blanks from "./PostSkeleton.module.css";

/** A post while it loads: the places of its foto, its author and its comments. */
export function PostSkeleton() {
  return (
    <div className={styles.post}>
      <div className={styles.stage}>
        <div className={blanks.foto} />
      </div>
      <div className={styles.beside}>
        <div className={styles.bar}>
          <SkeletonStatus words={viewerWords.loading()}>
            <div className={blanks.author}>
              <span />
              <span />
            </div>
          </SkeletonStatus>
          <PopupClose />
        </div>
        <div className={styles.doing} aria-hidden="true">
          <span className={blanks.line} />
        </div>
      </div>
    </div>
  );
}
