import type { Post } from "../../api";
import * as flicksWords from "../../locales/flicks";
import styles from "./FlickVideo.module.css";

/** A flick's video, whole, behind its picture until the member plays it; muted at first. */
export function FlickVideo({ flick, src }: { flick: Post; src: string }) {
  return (
    <video
      key={src}
      className={styles.video}
      src={src}
      poster={flick.thumbnail ?? flick.imageUrl}
      aria-label={flick.altText || flicksWords.flickBy({ username: flick.username })}
      controls
      muted
      playsInline
      preload="metadata"
    />
  );
}
