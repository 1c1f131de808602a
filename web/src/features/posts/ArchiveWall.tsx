import { useCallback, useState } from "react";
import { api, type PostId } from "../../api";
import * as words from "../../locales/archive";
import { paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { Masonry } from "../../ui/Masonry";
import { ArchivedDialog } from "./ArchivedDialog";
import styles from "./ArchiveWall.module.css";
import { Foto } from "./Foto";
import PageFailure from "./PageFailure";
import { useFotos } from "./useFotos";
import WallEnd from "./WallEnd";
import { WallBlank, WallSkeleton } from "./WallSkeleton";
import { COLUMNS } from "./wall/columns";

/** The member's archive, newest first, live. A foto opens in a dialog: the viewer shows nothing that is archived. */
export default function ArchiveWall() {
  const feed = useFotos(api.posts.getArchived, {});
  const [openId, setOpenId] = useState<PostId | null>(null);
  const { itemOf, positions, setVisibleRange } = feed;
  const onVisibleRange = useCallback(
    (from: number, to: number) => setVisibleRange("wall", [from, to]),
    [setVisibleRange],
  );
  const opened = openId && itemOf(openId);
  if (feed.status === "LoadingFirstPage") return <WallSkeleton most={COLUMNS} />;
  if (positions.every(({ isDeleted }) => isDeleted) && feed.status === "Exhausted")
    return (
      <EmptyState
        title={words.empty()}
        help={words.emptyHint()}
        action={<ButtonLink to={paths.profile()}>{words.back()}</ButtonLink>}
      />
    );
  return (
    <>
      <p className={styles.words}>{words.onlyYou()}</p>
      <Masonry things={positions} label={words.fotos()} onVisibleRange={onVisibleRange}>
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
            <button type="button" className={styles.foto} onClick={() => setOpenId(post._id)}>
              <Foto post={post} eager={index < COLUMNS} />
            </button>
          );
        }}
      </Masonry>
      <WallEnd feed={feed}>
        <WallSkeleton most={COLUMNS} rows={1} />
      </WallEnd>
      {opened && <ArchivedDialog post={opened} onClose={() => setOpenId(null)} />}
    </>
  );
}
