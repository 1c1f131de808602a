import * as viewerWords from "../../locales/viewer";
import { Drawing } from "../../ui/Icon";
import { shareLink } from "../../ui/shareLink";
import styles from "./ShareButton.module.css";

const ARROW = "M12 15V4.500M7.500 8.500 12 4l4.500 4.500M5 12.500V20h14v-7.500";

/** Hands an address of the app to what the device shares with, or copies it where there is nothing of the kind. */
export function ShareButton({ path, title }: { path: string; title: string }) {
  return (
    <button
      type="button"
      className={styles.share}
      aria-label={viewerWords.share()}
      onClick={() => shareLink(location.origin + path, title)}
    >
      <Drawing path={ARROW} />
    </button>
  );
}
