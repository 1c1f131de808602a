import { useMutation, useQuery } from "convex/react";
import { useState } from "react";
import { api, type Post } from "../../api";
import { wordsFor } from "../../lib/refusal";
import * as words from "../../locales/lookEditing";
import { toast } from "../../ui/Toast";
import type { PlacedPost } from "../posts/placedPost";
import { type Colours, type Crop, isSameCrop, presentCrop } from "./edits";
import { useDrawn } from "./picture";
import { requestCrop } from "./requestCrop";
import { shapeNamed } from "./shapes";
import type { CropStep } from "./useCropGestures";

/** What the server is at work on; the words for it are shown. */
export type Step = "cropping" | "saving" | null;

/** How a posted foto looks, and how its author wants it to look. Other pages show it once the server has checked it. */
export function useLook(post: PlacedPost, onSaved: () => void) {
  const editLook = useMutation(api.posts.editLook);
  const { picture, cut: present, canCrop } = usePresent(post);
  const [ownCut, setCut] = useState<Crop | null>(null);
  const [ownColours, setColours] = useState<Partial<Colours>>({});
  const [step, setStep] = useState<Step>(null);
  const [error, setError] = useState<{ words: string } | null>(null);
  const cut = ownCut ?? present;
  const unsent: Colours = { filter: post.filter, adjustments: post.adjustments, ...ownColours };
  const isRecropped = cut !== null && present !== null && !isSameCrop(cut, present);
  const isTouched = isRecropped || !areSame(unsent, post);

  function change(part: Partial<Colours>): void {
    setError(null);
    setColours((before) => ({ ...before, ...part }));
  }

  function changeCut(next: CropStep): void {
    setError(null);
    setCut((before) => {
      const now = before ?? present;
      return now && next(now);
    });
  }

  /** The present address and ratio, or those of a new crop of the same upload. */
  async function cropped(): Promise<{ imageUrl: string; ratio: Post["ratio"] }> {
    if (!cut || !isRecropped) return { imageUrl: post.imageUrl, ratio: post.ratio };
    setStep("cropping");
    const { imageUrl } = await requestCrop(mediaIdOf(post), cut);
    return { imageUrl, ratio: shapeNamed(cut.shape).ratio };
  }

  async function save(): Promise<void> {
    if (step) return;
    if (!isTouched) return onSaved();
    setError(null);
    setStep("saving");
    try {
      const shown = await cropped();
      setStep("saving");
      await editLook({ postId: post._id, place: post.place ?? 0, ...shown, ...unsent });
      toast(words.saved());
      onSaved();
    } catch (error) {
      setError({ words: wordsFor(error, words.couldntSave()) });
      setStep(null);
    }
  }

  return {
    picture,
    cut,
    canCrop,
    isTouched,
    step,
    error,
    save,
    own: { unsent, change, changeCut, isChosen: false },
  };
}

/**
 * The upload with the present crop of it. Where this browser cannot draw the upload, what everyone sees, which can be
 * coloured and not be cropped again.
 */
function usePresent(post: PlacedPost) {
  const requested = useQuery(api.posts.getCut, { postId: post._id, place: post.place ?? 0 });
  const original = useDrawn(`/api/media/${mediaIdOf(post)}/original`);
  const canCrop = original !== "undrawable";
  const shown = useDrawn(canCrop ? null : (post.variants.at(-1)?.url ?? post.imageUrl));
  const picture = canCrop ? original : shown;
  const isKnown = requested !== undefined && typeof picture !== "string";
  return { picture, canCrop, cut: isKnown ? presentCrop(post, canCrop ? requested : null) : null };
}

const mediaIdOf = ({ imageUrl }: Post) => imageUrl.split("/")[2] ?? "";

function areSame(one: Colours, other: Colours): boolean {
  const [a, b] = [one.adjustments, other.adjustments];
  const areEqual =
    a.brightness === b.brightness && a.contrast === b.contrast && a.saturation === b.saturation;
  return areEqual && one.filter === other.filter;
}
