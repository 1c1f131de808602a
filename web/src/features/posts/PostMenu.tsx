import { useMutation } from "convex/react";
import { Suspense, useState } from "react";
import { api, type Post } from "../../api";
import { wordsFor } from "../../lib/refusal";
import * as deletingWords from "../../locales/deleting";
import * as fullSizeWords from "../../locales/fullSize";
import * as words from "../../locales/postMenu";
import { DeleteDialog } from "../../ui/DeleteDialog";
import { lazyDialog, lazyWithRetry } from "../../ui/lazyWithRetry";
import { MoreMenu, type MoreMenuItem } from "../../ui/MoreMenu";
import { toast } from "../../ui/Toast";
import { FullSizeDialog } from "./FullSizeDialog";
import type { PlacedPost } from "./placedPost";
import { WIDEST_PX } from "./sources";

const EditPostDialog = lazyWithRetry(() => import("./EditPostDialog"));
const EditLook = lazyWithRetry(() => import("../editor/EditLook"));
const HistoryDialog = lazyWithRetry(() => import("./HistoryDialog"));
const SaveDialog = lazyDialog(
  async () => (await import("../saves/SaveDialog")).SaveDialog,
  ({ postId }) => postId !== null,
);
const AudienceDialog = lazyWithRetry(() => import("./AudienceDialog"));

/**
 * The author's actions for a post: its texts and the earlier ones, its look, who sees it, their collections and archive, the
 * file that they uploaded, which the server gives to no other member, full size for everyone, and the end of it.
 */
export default function PostMenu({ post, onDeleted }: { post: PlacedPost; onDeleted: () => void }) {
  const deletePost = useMutation(api.posts.deletePost);
  const [opened, setOpened] = useState<
    "texts" | "look" | "history" | "sphere" | "save" | "fullSize" | "deletion" | null
  >(null);
  const moveToCue = useMoveToCue(post);
  const archive = useArchive(post, onDeleted);
  const close = () => setOpened(null);
  return (
    <>
      <MoreMenu
        label={words.more()}
        items={[
          { words: words.edit(), onPick: () => setOpened("texts") },
          ...(post.isVideo ? [] : [{ words: words.editLook(), onPick: () => setOpened("look") }]),
          ...(post.editedAt ? [{ words: words.history(), onPick: () => setOpened("history") }] : []),
          post.postType === "cue"
            ? { words: words.showInSphere(), onPick: () => setOpened("sphere") }
            : { words: words.moveToCue(), onPick: moveToCue },
          { words: words.save(), onPick: () => setOpened("save") },
          { words: words.archive(), onPick: archive },
          ...(post.isVideo ? [] : originalOf(post)),
          ...(!post.isVideo && post.width > WIDEST_PX
            ? [{ words: fullSizeWords.title(), onPick: () => setOpened("fullSize") }]
            : []),
          {
            words: deletingWords.deleteThing({ thing: "foto" }),
            onPick: () => setOpened("deletion"),
            isDanger: true,
          },
        ]}
      />
      <Suspense>
        {opened === "texts" && <EditPostDialog post={post} onClose={close} />}
        {opened === "look" && <EditLook post={post} onClose={close} />}
        {opened === "history" && <HistoryDialog postId={post._id} onClose={close} />}
        {opened === "sphere" && <AudienceDialog post={post} onClose={close} />}
      </Suspense>
      <SaveDialog postId={opened === "save" ? post._id : null} onClose={close} />
      {opened === "fullSize" && <FullSizeDialog post={post} onClose={close} />}
      <DeleteDialog
        open={opened === "deletion"}
        onClose={close}
        thing="foto"
        consequence={words.alsoDeletes()}
        remove={() => deletePost({ postId: post._id })}
        onDone={onDeleted}
      />
    </>
  );
}

/** Moves a foto from the sphere to the member's cue, at once: the way back is in the same menu. */
function useMoveToCue({ _id: postId }: Post): () => void {
  const setAudience = useMutation(api.posts.setAudience);
  return async () => {
    try {
      await setAudience({ postId, postType: "cue" });
      toast(words.moved());
    } catch (error) {
      toast(wordsFor(error, words.couldntMove()), { tone: "danger" });
    }
  };
}

/** Hides a foto from everyone else, at once: the way back is in the archive. */
function useArchive({ _id: postId }: Post, onDone: () => void): () => void {
  const archive = useMutation(api.posts.archive);
  return async () => {
    try {
      await archive({ postId });
      toast(words.archived());
      onDone();
    } catch (error) {
      toast(wordsFor(error, words.couldntArchive()), { tone: "danger" });
    }
  };
}

function originalOf({ imageUrl }: Post): MoreMenuItem[] {
  const href = `/api/media/${imageUrl.split("/media/")[1]?.split("/")[0]}/original`;
  return [
    { words: words.openOriginal(), href, isDownload: false },
    { words: words.saveOriginal(), href, isDownload: true },
  ];
}
