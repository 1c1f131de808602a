import { useMutation, useQuery } from "convex/react";
import { useState } from "react";
import { api, type PostId, type Reaction } from "../../api";
import { wordsFor } from "../../lib/refusal";
import * as reactionsWords from "../../locales/reactions";
import { toast } from "../../ui/Toast";
import styles from "./Reactions.module.css";

const DRAWINGS: Record<Reaction, string> = {
  ciao: "M8 12.500V6.500a1.500 1.500 0 0 1 3 0V11V4.500a1.500 1.500 0 0 1 3 0V11V6a1.500 1.500 0 0 1 3 0v8.500c0 3.500-2.300 6-5.500 6-2.700 0-4-1.300-5.500-3.500l-2.500-4a1.500 1.500 0 0 1 2.500-1.700z",
  graceful:
    "M12 20c-5-3.600-8-6.600-8-10.200A4.300 4.300 0 0 1 8.300 5.500c1.500 0 2.900.8 3.700 2.100a4.300 4.300 0 0 1 3.700-2.100A4.300 4.300 0 0 1 20 9.800c0 3.600-3 6.600-8 10.200z",
  errro: "M13 3 6 13.500h5L10 21l8-11h-5.500z",
};
const NAMES = Object.keys(DRAWINGS) as Reaction[];
const PLAY_MS = 1_500;

/** The three reactions with their counts, live. A second press on the member's own takes it back. */
export function Reactions({ postId }: { postId: PostId }) {
  const counts = useQuery(api.reactions.counts, { postId });
  const react = useReact();
  const [played, setPlayed] = useState<{ name: Reaction; at: number } | null>(null);

  function choose(name: Reaction): void {
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
    <fieldset className={styles.row}>
      <legend className="visually-hidden">{reactionsWords.reactions()}</legend>
      {NAMES.map((name) => (
        <button
          key={name}
          type="button"
          translate="no"
          className={styles.reaction}
          aria-pressed={counts?.mine === name}
          aria-label={`${name}, ${counts?.[name] ?? 0}`}
          data-played={played?.name === name || undefined}
          disabled={!counts}
          onClick={() => choose(name)}
        >
          <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
            <path d={DRAWINGS[name]} strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" />
          </svg>
          <span className={styles.count}>{counts?.[name] || ""}</span>
          <span className={styles.name}>{name}</span>
        </button>
      ))}
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
