import { useMutation } from "convex/react";
import { useEffect, useState } from "react";
import { api, type PostId, type PostType } from "../../api";
import { navigate } from "../../lib/history";
import { codeOf, wordsFor } from "../../lib/refusal";
import * as composerWords from "../../locales/composer";
import { paths } from "../../paths";
import { toast } from "../../ui/Toast";
import { requestCrop } from "../editor/requestCrop";
import { shapeNamed } from "../editor/shapes";
import { useViewer } from "../identity/Viewer";
import { isAboutContent } from "../posts/useUpload";
import { causeOf, type FailureCause, type Upload } from "../upload/upload";
import type { Composition } from "./useComposition";
import type { Keeping } from "./useKeeping";

const TOAST_MS = 1_500;

interface Refused {
  words: string;
  cause: FailureCause;
}

/** Has the foto cut and posts it, or the draft that it is; the toast stays for a moment, then the sphere shows it. */
export function usePosting(own: Composition, keeping: Keeping) {
  const viewer = useViewer();
  const createPost = useMutation(api.posts.createPost);
  const [posted, setPosted] = useState<PostId | null>(null);
  useSphereAfterwards(posted);
  const [posting, setPosting] = useState<PostType | null>(null);
  const [error, setError] = useState<{ words: string } | null>(null);
  const [warning, setWarning] = useState<Refused | null>(null);

  function refuse(error: unknown, said: (parameters: { error: string }) => string): void {
    const words = wordsFor(error, composerWords.unknownError());
    if (isAboutContent(error)) setWarning({ words, cause: causeOf(error) });
    else setError({ words: said({ error: words }) });
  }

  /** The cut-out photograph, or null where the server refused it, which has then been said. */
  async function cutPhoto(): Promise<Upload | null> {
    const { upload, cut } = own;
    if (upload.step !== "ready" || !cut) return null;
    try {
      return await requestCrop(upload.upload.mediaId, cut);
    } catch (error) {
      refuse(error, composerWords.couldntProcess);
      // It lay there for too long and was tidied away; the file is still here.
      if (codeOf(error) === "not_found") own.retry();
      return null;
    }
  }

  /** The post of the draft that the server has, `undefined` where it has none, or null where it was refused. */
  async function publishDraft(postType: PostType): Promise<PostId | null | undefined> {
    try {
      return (await keeping.publish(postType)) ?? undefined;
    } catch (error) {
      refuse(error, composerWords.couldntPost);
      return null;
    }
  }

  async function publish({ imageUrl }: Upload, shape: string, postType: PostType): Promise<PostId | null> {
    const { caption, altText, filter, adjustments } = own.unsent;
    const { ratio } = shapeNamed(shape);
    const words = { caption: caption.trim(), altText: altText.trim() };
    const place = { userId: viewer._id, nookType: viewer.nook, postType };
    try {
      const { _id } = await createPost({ ...place, ...words, imageUrl, ratio, filter, adjustments });
      return _id;
    } catch (error) {
      // Filter and adjustments may show more than the crop did: the server checks the result before it is posted.
      refuse(error, composerWords.couldntPost);
      return null;
    }
  }

  async function post(postType: PostType): Promise<void> {
    if (!own.cut) return;
    setPosting(postType);
    setError(null);
    let id = await publishDraft(postType);
    if (id === undefined) {
      const photo = await cutPhoto();
      id = photo && (await publish(photo, own.cut.shape, postType));
    }
    if (!id) return setPosting(null);
    own.finish();
    toast(composerWords.posted(), { stay: TOAST_MS });
    setPosted(id);
  }

  return { post, posting, error, warning, dismissWarning: () => setWarning(null) };
}

/** Shows the sphere after the toast, unless the member has left the screen by then. */
function useSphereAfterwards(posted: PostId | null): void {
  useEffect(() => {
    if (!posted) return;
    const show = () => navigate(paths.sphere(), { replace: true, state: { hasPosted: true, posted } });
    const timer = setTimeout(show, TOAST_MS);
    return () => clearTimeout(timer);
  }, [posted]);
}
