import { useMutation, useQuery } from "convex/react";
import { useState } from "react";
import { api, type PostId, type Reaction } from "../../api";
import { wordsFor } from "../../lib/refusal";
import { local } from "../../lib/storage";
import * as reactionsWords from "../../locales/reactions";
import { Drawing } from "../../ui/Icon";
import { lazyDialog } from "../../ui/lazyWithRetry";
import { toast } from "../../ui/Toast";
import { useLongPress } from "../../ui/useLongPress";
import styles from "./Reactions.module.css";

const DRAWINGS: Record<Reaction, string> = {
  ciao: "M8 12.5V6.5a1.5 1.5 0 0 1 3 0V11V4.5a1.5 1.5 0 0 1 3 0V11V6a1.5 1.5 0 0 1 3 0v8.5c0 3.5-2.3 6-5.5 6-2.7 0-4-1.3-5.5-3.5l-2.5-4a1.5 1.5 0 0 1 2.5-1.7z",
  graceful:
    "M12 20c-5-3.6-8-6.6-8-10.2A4.3 4.3 0 0 1 8.3 5.5c1.5 0 2.9.8 3.7 2.1a4.3 4.3 0 0 1 3.7-2.1A4.3 4.3 0 0 1 20 9.8c0 3.6-3 6.6-8 10.2z",
  errro: "M13 3 6 13.5h5L10 21l8-11h-5.5z",
};
const NAMES = Object.keys(DRAWINGS) as Reaction[];
const PLAY_MS = 1_500;
/** Kept from the first reaction in this browser on: its member knows the drawings then. */
const KNOWN = "reacted";

const Reactors = lazyDialog(
  async () => (await import("./Reactors")).Reactors,
  ({ reaction }) => reaction !== null,
);

/** The three reactions with their counts, live. A second press on the member's own takes it back. */
export function Reactions({ postId }: { postId: PostId }) {
  const counts = useQuery(api.reactions.counts, { postId });
  const react = useReact();
  const [played, setPlayed] = useState<{ name: Reaction; at: number } | null>(null);
  const [asked, setAsked] = useState<Reaction | null>(null);
  // Of the time when they were drawn, so that nothing moves under the finger that reacts.
  const [areKnown] = useState(() => local.get(KNOWN) !== null);
  const { held, handlers } = useLongPress<Reaction>();

  function choose(name: Reaction): void {
    local.set(KNOWN, "");
    if (counts?.mine !== name) {
      const at = Date.now();
      setPlayed({ name, at });
      setTimeout(() => setPlayed((now) => (now?.at === at ? null : now)), PLAY_MS);
    }
    react({ postId, reaction: name }).catch((error) =>
      toast(wordsFor(error, reactionsWords.couldntReact()), { tone: "danger" }),
    );
  }

  return (
    <fieldset className={styles.row} data-known={areKnown || undefined}>
      <legend className="visually-hidden">{reactionsWords.reactions()}</legend>
      {NAMES.map((name) => (
        <div key={name} className={styles.one}>
          <button
            type="button"
            translate="no"
            className={styles.reaction}
            aria-pressed={counts?.mine === name}
            aria-label={`${name}, ${counts?.[name] ?? 0}`}
            data-reaction={name}
            data-played={played?.name === name || undefined}
            data-named={held === name || undefined}
            disabled={!counts}
            {...handlers(name, () => choose(name))}
          >
            <Drawing path={DRAWINGS[name]} />
            <span className={styles.name}>{name}</span>
          </button>
          {!!counts?.[name] && (
            <button
              type="button"
              className={styles.count}
              aria-label={reactionsWords.who({ count: counts[name], name })}
              onClick={() => setAsked(name)}
            >
              {counts[name]}
            </button>
          )}
        </div>
      ))}
      <Reactors postId={postId} reaction={asked} counts={counts} onClose={() => setAsked(null)} />
    </fieldset>
  );
}

/** Shown at once, before the server has heard of it. The client sends one after the other. */
function useReact() {
  return useMutation(api.reactions.react).withOptimisticUpdate((store, { postId, reaction }) => {
    const counts = store.getQuery(api.reactions.counts, { postId });
    if (!counts) return;
    const next = { ...counts };
    if (counts.mine) next[counts.mine] -= 1;
    next.mine = counts.mine === reaction ? null : reaction;
    if (next.mine) next[next.mine] += 1;
    store.setQuery(api.reactions.counts, { postId }, next);
  });
}
