import { usePaginatedQuery } from "convex/react";
import { api, type Post } from "../../api";
import { paths } from "../../app/paths";
import { ButtonLink } from "../../ui/Button";
import { Further } from "../../ui/Further";
import { Masonry } from "../../ui/Masonry";
import { Notice } from "../../ui/Notice";
import { useViewer } from "../identity/Viewer";
import { Foto } from "../posts/Foto";
import { PAGE_SIZE } from "../posts/pages";
import { WallSkeleton } from "../posts/WallSkeleton";
import styles from "./FotoPicker.module.css";

const EAGER = 9;

/** One's own fotos to choose from; those that are chosen carry their number. */
export function FotoPicker({
  selection,
  disabled,
  onTap,
}: {
  selection: readonly Post[];
  disabled: boolean;
  onTap: (post: Post) => void;
}) {
  const { _id: userId } = useViewer();
  const {
    results: fotos,
    status,
    loadMore,
  } = usePaginatedQuery(api.posts.getUserPosts, { userId, isVideo: false }, { initialNumItems: PAGE_SIZE });
  if (status === "LoadingFirstPage") return <WallSkeleton />;
  if (fotos.length === 0 && status === "Exhausted")
    return (
      <Notice
        title="No photos uploaded yet"
        help="A grid is made of fotos that you have posted."
        action={<ButtonLink to={paths.postFotos()}>Post a foto</ButtonLink>}
      />
    );
  return (
    <>
      <Masonry things={fotos.map(shaped)} label="Your fotos">
        {({ post }, index) => (
          <Choice
            post={post}
            number={selection.findIndex(({ _id }) => _id === post._id) + 1}
            eager={index < EAGER}
            disabled={disabled}
            onTap={() => onTap(post)}
          />
        )}
      </Masonry>
      <Further status={status} onReach={() => loadMore(PAGE_SIZE)}>
        <WallSkeleton rows={1} />
      </Further>
    </>
  );
}

const shaped = (post: Post) => ({ id: post._id, shape: post.height / Math.max(1, post.width), post });

function Choice({
  post,
  number,
  eager,
  disabled,
  onTap,
}: {
  post: Post;
  number: number;
  eager: boolean;
  disabled: boolean;
  onTap: () => void;
}) {
  const place = number ? `number ${number} ${post.ratio}` : post.ratio;
  return (
    <button
      type="button"
      className={styles.choice}
      aria-pressed={number > 0}
      aria-label={`${post.altText || post.caption || "Foto"}, ${place}`}
      disabled={disabled}
      onClick={onTap}
    >
      <Foto post={post} eager={eager} />
      {number > 0 && <b className={styles.number}>{number}</b>}{" "}
      <span className={styles.ratio}>{post.ratio}</span>
    </button>
  );
}
