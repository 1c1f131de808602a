import type { Post } from "../../api";
import * as words from "../../locales/original";
import { Drawing } from "../../ui/Icon";
import { FullSize } from "./FullSize";
import styles from "./ShareButton.module.css";
import { WIDEST_PX } from "./sources";

const OUT = "M13.500 4.500h6v6M19.500 4.500 11 13M10 5.500H4.500v14h14V14";
const DOWN = "M12 4.500v11M7 11l5 5 5-5M4.500 15.500V20h15v-4.500";

/** Opens and saves the file that the author uploaded, which the server gives to no other member; and allows full size. */
export default function OriginalLinks({ post }: { post: Post }) {
  const address = `/api/media/${post.imageUrl.split("/media/")[1]?.split("/")[0]}/original`;
  return (
    <>
      <a href={address} target="_blank" rel="noopener" className={styles.share} aria-label={words.open()}>
        <Drawing path={OUT} />
      </a>
      {/* The server names the file. */}
      <a href={address} download="" className={styles.share} aria-label={words.save()}>
        <Drawing path={DOWN} />
      </a>
      {post.width > WIDEST_PX && <FullSize post={post} />}
    </>
  );
}
