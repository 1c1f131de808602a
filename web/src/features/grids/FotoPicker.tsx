import { useCallback } from "react";
import { api, type Post } from "../../api";
import * as words from "../../locales/gridCreation";
import { paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { Masonry } from "../../ui/Masonry";
import { useViewer } from "../identity/Viewer";
import { Foto } from "../posts/Foto";
import PageFailure from "../posts/PageFailure";
import { useFotos } from "../posts/useFotos";
import WallEnd from "../posts/WallEnd";
import { WallBlank, WallSkeleton } from "../posts/WallSkeleton";
import styles from "./FotoPicker.module.css";

const EAGER = 9;

/** The member's own fotos to choose from; chosen ones carry their number. */
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
  const feed = useFotos(api.posts.getUserPosts, { userId, isVideo: false });
  const { positions, itemOf, status, setVisibleRange } = feed;
  const onVisibleRange = useCallback(
    (from: number, to: number) => setVisibleRange("wall", [from, to]),
    [setVisibleRange],
  );
  if (status === "LoadingFirstPage") return <WallSkeleton />;
  if (positions.length === 0 && status === "Exhausted")
    return (
      <EmptyState
        title={words.noFotos()}
        help={words.noFotosHint()}
        action={<ButtonLink to={paths.postFotos()}>{words.postFoto()}</ButtonLink>}
      />
    );
  return (
    <>
      <Masonry things={positions} label={words.yourFotos()} onVisibleRange={onVisibleRange}>
        {({ id, isDeleted }, index, column) => {
          if (isDeleted) return null;
          const post = itemOf(id);
          if (!post)
            return feed.failure?.at.includes(id) ? (
              <PageFailure feed={feed} column={column} />
            ) : (
              <WallBlank />
            );
          return (
            <Choice
              post={post}
              number={selection.findIndex(({ _id }) => _id === post._id) + 1}
              eager={index < EAGER}
              disabled={disabled}
              onTap={() => onTap(post)}
            />
          );
        }}
      </Masonry>
      <WallEnd feed={feed}>
        <WallSkeleton rows={1} />
      </WallEnd>
    </>
  );
}

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
  const name = post.altText || post.caption || words.foto();
  const ratio = words.ratio({ ratio: post.ratio });
  return (
    <button
      type="button"
      className={styles.choice}
      aria-pressed={number > 0}
      aria-label={number ? words.picked({ name, number, ratio }) : words.pickable({ name, ratio })}
      aria-disabled={disabled}
      onClick={onTap}
    >
      <Foto post={post} eager={eager} />
      {number > 0 && <b className={styles.number}>{number}</b>} <span className={styles.ratio}>{ratio}</span>
    </button>
  );
}
