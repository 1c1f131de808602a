import { useMutation } from "convex/react";
import { ConvexError } from "convex/values";
import { useEffect, useState } from "react";
import { api, type NewFotoInput, type PostId, type PostType } from "../../api";
import { navigate } from "../../lib/history";
import { codeOf, wordsFor } from "../../lib/refusal";
import * as composerWords from "../../locales/composer";
import { paths } from "../../paths";
import { toast } from "../../ui/Toast";
import { requestCrop } from "../editor/requestCrop";
import { shapeNamed } from "../editor/shapes";
import { useViewer } from "../identity/Viewer";
import { isAboutContent } from "../posts/useUpload";
import { causeOf, type FailureCause } from "../upload/upload";
import type { ComposedFoto, Composition } from "./useComposition";
import type { Keeping } from "./useKeeping";

const TOAST_MS = 1_500;

/** The content check refused the foto with this key. */
export interface Refused {
  key: string;
  words: string;
  cause: FailureCause;
}

/** What the server is at work on: the foto with this number, of so many, or the post. */
export type PostingStep = { postType: PostType; cropping: number | null };

/** Has the fotos cut and posts them, or the draft that they are; the toast stays for a moment, then the sphere shows it. */
export function usePosting(own: Composition, keeping: Keeping) {
  const viewer = useViewer();
  const createPost = useMutation(api.posts.createPost);
  const [posted, setPosted] = useState<PostId | null>(null);
  useSphereAfterwards(posted);
  const [posting, setPosting] = useState<PostingStep | null>(null);
  const [error, setError] = useState<{ words: string } | null>(null);
  const [warning, setWarning] = useState<Refused | null>(null);

  function refuse(error: unknown, at: number, said: (parameters: { error: string }) => string): void {
    const words = wordsFor(error, composerWords.unknownError());
    const { key } = own.fotos[at] ?? own.shown;
    if (isAboutContent(error)) setWarning({ key, words, cause: causeOf(error) });
    else setError({ words: said({ error: words }) });
  }

  /** A cut-out photograph with its look, or null where the server refused it, which has then been said. */
  async function cutPhoto(foto: ComposedFoto, at: number): Promise<Required<NewFotoInput> | null> {
    const { upload, cut, filter, adjustments, altText } = foto;
    if (upload.step !== "ready" || !cut) return null;
    try {
      const { imageUrl } = await requestCrop(upload.upload.mediaId, cut);
      return { imageUrl, ratio: shapeNamed(cut.shape).ratio, filter, adjustments, altText: altText.trim() };
    } catch (error) {
      refuse(error, at, composerWords.couldntProcess);
      // It lay there for too long and was tidied away; the file is still here.
      if (codeOf(error) === "not_found") own.retry(foto.key);
      return null;
    }
  }

  /** All fotos cut out, or null where one of them was refused. */
  async function cutPhotos(postType: PostType): Promise<Required<NewFotoInput>[] | null> {
    const cut = [];
    for (const [at, foto] of own.fotos.entries()) {
      if (own.fotos.length > 1) setPosting({ postType, cropping: at + 1 });
      const photo = await cutPhoto(foto, at);
      if (!photo) return null;
      cut.push(photo);
    }
    setPosting({ postType, cropping: null });
    return cut;
  }

  /** The post of the draft that the server has, `undefined` where it has none, or null where it was refused. */
  async function publishDraft(postType: PostType): Promise<PostId | null | undefined> {
    try {
      return (await keeping.publish(postType)) ?? undefined;
    } catch (error) {
      refuse(error, placeIn(error), composerWords.couldntPost);
      return null;
    }
  }

  async function publish(fotos: Required<NewFotoInput>[], postType: PostType): Promise<PostId | null> {
    const [first, ...furtherFotos] = fotos;
    if (!first) return null;
    const place = { userId: viewer._id, nookType: viewer.nook, postType };
    try {
      const more = furtherFotos.length > 0 && { furtherFotos };
      const { _id } = await createPost({ ...place, ...first, caption: own.caption.trim(), ...more });
      return _id;
    } catch (error) {
      // Filter and adjustments may show more than the crop did: the server checks the result before it is posted.
      refuse(error, placeIn(error), composerWords.couldntPost);
      return null;
    }
  }

  async function post(postType: PostType): Promise<void> {
    setPosting({ postType, cropping: null });
    setError(null);
    let id = await publishDraft(postType);
    if (id === undefined) {
      const fotos = await cutPhotos(postType);
      id = fotos && (await publish(fotos, postType));
    }
    if (!id) return setPosting(null);
    own.finish();
    toast(composerWords.posted(), { stay: TOAST_MS });
    setPosted(id);
  }

  return { post, posting, error, warning, dismissWarning: () => setWarning(null) };
}

/** The place of the foto that a refusal is about; the first one where it names none. */
function placeIn(error: unknown): number {
  const { place } = (error instanceof ConvexError ? Object(error.data) : {}) as { place?: number };
  return place ?? 0;
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
