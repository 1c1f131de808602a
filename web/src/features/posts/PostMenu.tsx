import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Post } from "../../api";
import * as captionWords from "../../locales/caption";
import * as deletingWords from "../../locales/deleting";
import * as fullSizeWords from "../../locales/fullSize";
import * as words from "../../locales/postMenu";
import { DeleteDialog } from "../../ui/DeleteDialog";
import { MoreMenu, type MoreMenuItem } from "../../ui/MoreMenu";
import { CaptionDialog } from "./CaptionDialog";
import { FullSizeDialog } from "./FullSizeDialog";
import { WIDEST_PX } from "./sources";

/**
 * The author's actions for a post: its caption, the file that they uploaded, which the server gives to no other member,
 * full size for everyone, and the end of it.
 */
export default function PostMenu({ post, onDeleted }: { post: Post; onDeleted: () => void }) {
  const deletePost = useMutation(api.posts.deletePost);
  const [opened, setOpened] = useState<"caption" | "fullSize" | "deletion" | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <MoreMenu
        label={words.more()}
        items={[
          { words: captionWords.edit(), onPick: () => setOpened("caption") },
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
      {opened === "caption" && <CaptionDialog post={post} onClose={close} />}
      {opened === "fullSize" && <FullSizeDialog post={post} onClose={close} />}
      <DeleteDialog
        open={opened === "deletion"}
        onClose={close}
        thing="foto"
        consequence={captionWords.alsoDeletes()}
        remove={() => deletePost({ postId: post._id })}
        onDone={onDeleted}
      />
    </>
  );
}

function originalOf({ imageUrl }: Post): MoreMenuItem[] {
  const href = `/api/media/${imageUrl.split("/media/")[1]?.split("/")[0]}/original`;
  return [
    { words: words.openOriginal(), href, isDownload: false },
    { words: words.saveOriginal(), href, isDownload: true },
  ];
}
