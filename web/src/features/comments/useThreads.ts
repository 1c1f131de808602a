import { useState } from "react";
import type { Comment, CommentId } from "../../api";

/** The unfolded threads, and the member's new replies in them. */
export interface Threads {
  opened: ReadonlySet<CommentId>;
  open: (id: CommentId, isOpen: boolean) => void;
  /** The member's own replies of this visit. A long thread shows the oldest first, far from these. */
  own: readonly Comment[];
  /** The reply to scroll into view. */
  fresh: CommentId | null;
  add: (own: Comment, to: CommentId) => void;
  /** A changed comment in place of its copy, if there is one. */
  change: (own: Comment) => void;
  drop: (id: CommentId) => void;
  onSeen: () => void;
}

export function useThreads(): Threads {
  const [opened, setOpened] = useState<ReadonlySet<CommentId>>(new Set());
  const [own, setOwn] = useState<readonly Comment[]>([]);
  const [fresh, setFresh] = useState<CommentId | null>(null);
  const open = (id: CommentId, isOpen: boolean) =>
    setOpened((before) => new Set([...before].filter((one) => one !== id).concat(isOpen ? [id] : [])));
  return {
    opened,
    open,
    own,
    fresh,
    add(said, to) {
      open(to, true);
      setOwn((before) => [...before, said]);
      setFresh(said._id);
    },
    change: (own) => setOwn((before) => before.map((one) => (one._id === own._id ? own : one))),
    drop: (id) => setOwn((before) => before.filter((one) => one._id !== id)),
    onSeen: () => setFresh(null),
  };
}
