import type { Post } from "../../api";
import * as viewerWords from "../../locales/viewer";
import { paths } from "../../paths";
import { Drawing } from "../../ui/Icon";
import { toast } from "../../ui/Toast";
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

async function share({ _id, username, isVideo }: Post): Promise<void> {
  const url = location.origin + paths.post(_id);
  const title = isVideo ? viewerWords.flickBy({ username }) : viewerWords.fotoBy({ username });
  const isShared = await navigator.share?.({ url, title }).then(
    () => true,
    (error: unknown) => error instanceof Error && error.name === "AbortError", // the member thought better of it
  );
  if (!isShared) await copy(url);
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast(viewerWords.linkCopied());
  } catch {
    toast(viewerWords.couldntCopy({ url }), { tone: "danger" });
  }
}
