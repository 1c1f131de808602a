import { useMutation, useQuery } from "convex/react";
import { api, type Post, type PostFoto } from "../../api";
import * as words from "../../locales/postEditing";
import { EditTextDialog } from "../../ui/EditTextDialog";
import { ALT_TEXT_MAX, CAPTION_MAX } from "./limits";

/** The caption and the alternative texts of the member's own post, to be changed. */
export default function EditPostDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const further = useQuery(api.posts.getFurtherFotos, post.fotoCount ? { postId: post._id } : "skip");
  // The texts are those of all fotos, wherever it was opened.
  const first = useQuery(api.posts.getPost, post.fotoCount ? { postId: post._id } : "skip");
  if (!post.fotoCount) return <Texts post={post} further={[]} onClose={onClose} />;
  return first && further ? <Texts post={first} further={further} onClose={onClose} /> : null;
}

function Texts({
  post,
  further,
  onClose,
}: {
  post: Post;
  further: readonly PostFoto[];
  onClose: () => void;
}) {
  const edit = useMutation(api.posts.edit);
  const altTexts = [post.altText, ...further.map(({ altText }) => altText)];
  const nameOf = (index: number) =>
    further.length > 0 ? words.altTextOf({ number: index + 1 }) : words.altText();
  return (
    <EditTextDialog
      title={words.edit()}
      fields={[
        { label: words.caption(), text: post.caption, most: CAPTION_MAX, rows: 3 },
        ...altTexts.map((text, index) => ({
          label: nameOf(index),
          text,
          most: ALT_TEXT_MAX,
          rows: further.length > 0 ? 2 : 3,
          placeholder: words.altTextHint(),
        })),
      ]}
      save={(caption = "", altText = "", ...furtherAltTexts) =>
        edit({ postId: post._id, caption, altText, ...(further.length > 0 && { furtherAltTexts }) })
      }
      saved={words.saved()}
      couldntSave={words.couldntSave()}
      onClose={onClose}
    />
  );
}
