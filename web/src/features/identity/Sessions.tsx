import { useCallback, useEffect, useState } from "react";
import { wordsFor } from "../../lib/refusal";
import { Ago } from "../../ui/Ago";
import { Button } from "../../ui/Button";
import { SkeletonStatus } from "../../ui/SkeletonStatus";
import { toast } from "../../ui/Toast";
import { endOtherSessions, endSession, type OpenSession, openSessions } from "./identity";
import styles from "./Sessions.module.css";

const EXPECTED = 2;

/** The member's open sessions. Any other session can be ended from here. */
export function Sessions() {
  const { sessions, error, busy, read, end } = useSessions();
  if (error) return <Failed words={error} onAgain={read} />;
  if (!sessions) return <Skeleton />;
  const others = sessions.filter(({ current }) => !current);
  return (
    <>
      <ul className={styles.list} aria-label="Where you are signed in">
        {sessions.map((session) => (
          <Row
            key={session.id}
            session={session}
            disabled={busy}
            onEnd={() => end(() => endSession(session.id), "Signed out there.")}
          />
        ))}
      </ul>
      {others.length > 0 && (
        <Button disabled={busy} onClick={() => end(endOtherSessions, "Signed out everywhere else.")}>
          Sign out others
        </Button>
      )}
    </>
  );
}

function Row({ session, disabled, onEnd }: { session: OpenSession; disabled: boolean; onEnd: () => void }) {
  const { browser, lastUsedAt, current } = session;
  const name = browser || "Unknown browser";
  return (
    <li className={styles.session}>
      <div>
        <p className={styles.name}>{name}</p>
        <p className={styles.when}>
          {current ? (
            "This browser"
          ) : (
            <>
              Last used <Ago since={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      {!current && (
        <Button variant="ghost" disabled={disabled} onClick={onEnd} aria-label={`Sign out ${name}`}>
          Sign out
        </Button>
      )}
    </li>
  );
}

function Skeleton() {
  return (
    <SkeletonStatus words="Loading your sessions">
      <div className={styles.list}>
        {Array.from({ length: EXPECTED }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are places, not things
          <div key={index} className={`${styles.session} ${styles.blank}`} />
        ))}
      </div>
    </SkeletonStatus>
  );
}

function Failed({ words, onAgain }: { words: string; onAgain: () => void }) {
  return (
    <div className={styles.failed} role="alert">
      <p>{words}</p>
      <Button onClick={onAgain}>Try again</Button>
    </div>
  );
}

function useSessions() {
  const [sessions, setSessions] = useState<OpenSession[] | null>(null);
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);

  const read = useCallback(async () => {
    setError("");
    try {
      setSessions(await openSessions());
    } catch (refusal) {
      setError(wordsFor(refusal, "The sessions could not be read."));
    }
  }, []);
  useEffect(() => void read(), [read]);

  async function end(act: () => Promise<unknown>, words: string): Promise<void> {
    setBusy(true);
    try {
      await act();
      toast(words);
    } catch (refusal) {
      toast(wordsFor(refusal, "That did not work. Please try again."), { tone: "danger" });
    }
    await read();
    setBusy(false);
  }

  return { sessions, error, busy, read, end };
}
