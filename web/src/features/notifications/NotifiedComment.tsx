import type { FunctionReturnType } from "convex/server";
import type { api } from "../../api";
import { filterStyle } from "../posts/filters";
import { sourcesOf } from "../posts/sources";
import styles from "./NotificationPopup.module.css";

export type Notified = FunctionReturnType<typeof api.comments.getNotified> | undefined;
const SIZE = 44;

/** The first words of the comment, as many as fit into a line; its room is there before they are. */
export function CommentQuote({ of }: { of: Notified }) {
  return (
    <span className={styles.quote} dir="auto">
      {of?.content}
    </span>
  );
}

/** The post that was commented on. */
export function CommentedPost({ of }: { of: Notified }) {
  if (!of) return <span className={styles.thumb} />;
  const { modern, jpeg } = sourcesOf(of);
  const sizes = `${SIZE}px`;
  return (
    <picture className={styles.thumb}>
      {modern.map((source) => (
        <source key={source.type} {...source} sizes={sizes} />
      ))}
      <img
        src={of.imageUrl}
        srcSet={jpeg}
        sizes={sizes}
        alt=""
        width={SIZE}
        height={SIZE}
        loading="lazy"
        decoding="async"
        draggable={false}
        style={filterStyle(of.filter, of.adjustments)}
      />
    </picture>
  );
}
