import { useQuery } from "convex/react";
import { useMemo, useRef, useState } from "react";
import { api, type Post } from "../../../api";
import type { PlacedPost } from "../placedPost";

/** The fotos of a post in their order; until the further ones have come, only the first. */
export function useFotosOf(post: Post | null | undefined): readonly PlacedPost[] {
  const further = useQuery(api.posts.getFurtherFotos, post?.fotoCount ? { postId: post._id } : "skip");
  return useMemo(() => {
    if (!post) return [];
    const others = post.fotoCount ? (further ?? []) : [];
    return [post, ...others.map((foto, index) => ({ ...post, ...foto, place: index + 1 }))];
  }, [post, further]);
}

/**
 * The fotos of the open post and which one is shown; `turnWithin` answers whether there was one to turn to.
 *
 * @param state of the history step that opened the post: a wall names the place that it showed
 */
export function usePlaces(post: Post | null | undefined, state: unknown) {
  const fotos = useFotosOf(post);
  const [asked, setAsked] = useState(() => (state as { place?: number } | null)?.place ?? 0);
  const goal = useRef(asked);
  // A foto that has not come yet is shown when it comes.
  const count = post?.fotoCount ?? 1;

  function turnTo(place: number): boolean {
    const isThere = place >= 0 && place < count;
    if (isThere) {
      goal.current = place;
      setAsked(place);
    }
    return isThere;
  }

  return {
    fotos,
    count,
    place: Math.max(0, Math.min(asked, fotos.length - 1)),
    turnTo,
    /** Counted from the last turn's target, so that quick presses do not wait for the rendering. */
    turnWithin: (step: number) => turnTo(goal.current + step),
  };
}
