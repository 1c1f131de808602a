import type { Post } from "../../api";
import * as viewerWords from "../../locales/viewer";
import { paths } from "../../paths";
import { Drawing } from "../../ui/Icon";
import { shareLink } from "../../ui/shareLink";
import styles from "./ShareButton.module.css";

const ARROW = "M12 15V4.500M7.500 8.500 12 4l4.500 4.500M5 12.500V20h14v-7.500";

/** Hands a post's address to what the device shares with, or copies it where there is nothing of the kind. */
export function ShareButton({ post }: { post: Post }) {
  return (
    <button
      type="button"
      className={styles.share}
      aria-label={viewerWords.share()}
      onClick={() => share(post)}
    >
      <Drawing path={ARROW} />
    </button>
  );
}

function share({ _id, username, isVideo }: Post): Promise<void> {
  const title = isVideo ? viewerWords.flickBy({ username }) : viewerWords.fotoBy({ username });
  return shareLink(location.origin + paths.post(_id), title);
}
