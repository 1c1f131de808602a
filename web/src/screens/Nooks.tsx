import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../api";
import { useViewer } from "../features/identity/Viewer";
import { NookChoice } from "../features/nooks/NookChoice";
import { NookQuestion, type Wanted } from "../features/nooks/NookQuestion";
import { daysLocked } from "../features/nooks/nooks";
import { WordHint } from "../features/onboarding/WordHint";
import { NookFotos } from "../features/posts/NookFotos";
import { productName } from "../lib/deployment";
import { navigate } from "../lib/history";
import { wordsFor } from "../lib/refusal";
import * as actions from "../locales/actions";
import * as words from "../locales/nooksPage";
import { paths } from "../paths";
import { Button, ButtonLink } from "../ui/Button";
import { Page } from "../ui/Page";
import { Wordmark } from "../ui/Wordmark";
import styles from "./Nooks.module.css";

/** The choice of a nook, which decides the content of the feed. */
export function Nooks() {
  const viewer = useViewer();
  const days = daysLocked(viewer.lastNookChange, new Date());
  const [chosen, setChosen] = useState<string | null>(null);
  const [asked, setAsked] = useState<Wanted | null>(null);
  const { save, busy, error } = useSaveNook();
  const isLocked = days > 0 && !busy;
  const isFirst = !viewer.lastNookChange;
  const isOther = chosen !== null && (isFirst || chosen !== viewer.nook);
  return (
    <Page wide title={words.title()} lead={words.lead()} head={<Wordmark />}>
      <title>{words.pageTitle({ product: productName })}</title>
      <div className={styles.hint}>
        <WordHint word="nook" />
      </div>
      <NookChoice
        value={chosen && !isLocked ? chosen : isFirst ? null : viewer.nook}
        onChange={setChosen}
        disabled={busy || isLocked}
        fotosOf={(nook) => <NookFotos nook={nook} />}
      />
      <p className={styles.notice}>{words.locked()}</p>
      {!isFirst && !isLocked && <p className={styles.lost}>{words.resets()}</p>}
      <p className={styles.error} role="alert">
        {error}
      </p>
      <div className={styles.done}>
        {isLocked ? (
          <ButtonLink variant="primary" wide to={paths.homeFeed()}>
            {words.daysLeft({ count: days })}
          </ButtonLink>
        ) : (
          <Button
            variant="primary"
            wide
            disabled={!isOther || busy}
            onClick={() => isOther && (isFirst ? save(chosen) : setAsked({ nook: chosen, isFirst }))}
          >
            {busy ? actions.wait() : words.done()}
          </Button>
        )}
      </div>
      <NookQuestion
        wanted={asked}
        isBusy={busy}
        onClose={() => setAsked(null)}
        onYes={async (nook) => {
          await save(nook);
          setAsked(null);
        }}
      />
    </Page>
  );
}

function useSaveNook() {
  const viewer = useViewer();
  const updateNook = useMutation(api.users.updateNook);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");

  async function save(newNook: string): Promise<void> {
    setBusy(true);
    setError("");
    try {
      await updateNook({ userId: viewer._id, newNook });
      navigate(paths.welcome());
    } catch (error) {
      setError(words.couldntUpdate({ error: wordsFor(error, words.tryAgainHint()) }));
      setBusy(false);
    }
  }

  return { save, busy, error };
}
