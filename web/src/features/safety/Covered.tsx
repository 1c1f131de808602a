import { type ComponentType, type ReactNode, Suspense, useSyncExternalStore } from "react";
import type { ProfileId } from "../../api";
import { local } from "../../lib/storage";
import { lazyWithRetry } from "../../ui/lazyWithRetry";

/** A post, a grid or a comment: who made it, and its words. */
export interface Coverable {
  _id: string;
  profileId: ProfileId;
  caption?: string | null;
  altText?: string | null;
  content?: string;
  /** The fotos of a grid. */
  images?: readonly { caption: string; altText: string }[];
}

export interface CoveredProps {
  of: Coverable;
  /** How the cover is drawn, as a tile by default; a `line` has no button, and `nothing` leaves the thing out. */
  as?: "tile" | "text" | "stage" | "line" | "nothing";
  children: ReactNode;
}

type Filter = ComponentType<CoveredProps>;

/** The key of the words that the last member of this browser filters; it goes with the other notes at the log-out. */
export const FILTERED_WORDS = "shelf:words";

/** Loaded only for members who filter words. */
let filter = local.get(FILTERED_WORDS) && (lazyWithRetry(() => import("./Filter")) as unknown as Filter);
const listeners = new Set<() => void>();

/** Puts a filter on the open page, or takes it off. One that is there stays: another would mount the page's tiles anew. */
export function setFilter(next: Filter | null): void {
  filter = next && (filter || next);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Covers what has a word that the viewer filters, until they show it. */
export function Covered(props: CoveredProps) {
  const Filter = useSyncExternalStore(subscribe, () => filter);
  return Filter ? (
    <Suspense>
      <Filter {...props} />
    </Suspense>
  ) : (
    props.children
  );
}
