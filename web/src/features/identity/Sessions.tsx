import { useCallback, useState } from "react";
import { wordsFor } from "../../lib/refusal";
import { local } from "../../lib/storage";
import * as actions from "../../locales/actions";
import * as sessionsWords from "../../locales/sessions";
import { Ago } from "../../ui/Ago";
import { Button } from "../../ui/Button";
import { SkeletonStatus } from "../../ui/SkeletonStatus";
import { toast } from "../../ui/Toast";
import { endOtherSessions, endSession, type OpenSession, openSessions } from "./identity";
import { OwnList, OwnRow } from "./OwnList";
import styles from "./Sessions.module.css";
import { useSignInsRead } from "./useSignInsRead";

/** The stored number of sessions, so that what is below them is not moved when they are there. */
const STORED = "sessions";

/** The member's open sessions. Any other session can be ended from here. */
export function Sessions() {
  const { sessions, error, busy, read, end } = useSessions();
  if (error) return <Failed words={error} onAgain={read} />;
  if (!sessions) return <Skeleton />;
  const others = sessions.filter(({ current }) => !current);
  return (
    <>
      <OwnList label={sessionsWords.list()}>
        {sessions.map((session) => (
          <Row
            key={session.id}
            session={session}
            disabled={busy}
            onEnd={() => end(() => endSession(session.id), sessionsWords.loggedOut())}
          />
        ))}
      </OwnList>
      {others.length > 0 && (
        <Button disabled={busy} onClick={() => end(endOtherSessions, sessionsWords.loggedOutOthers())}>
          {sessionsWords.logOutOthers()}
        </Button>
      )}
    </>
  );
}

function Row({ session, disabled, onEnd }: { session: OpenSession; disabled: boolean; onEnd: () => void }) {
  const { browser, lastUsedAt, current } = session;
  const name = browser || sessionsWords.unknownBrowser();
  return (
    <OwnRow
      name={name}
      translate={browser ? "no" : undefined}
      times={
        current
          ? sessionsWords.thisBrowser()
          : sessionsWords.lastUsed({ ago: () => <Ago since={lastUsedAt} /> })
      }
    >
      {!current && (
        <Button
          variant="ghost"
          disabled={disabled}
          onClick={onEnd}
          aria-label={sessionsWords.logOutOf({ browser: name })}
        >
          {sessionsWords.logOut()}
        </Button>
      )}
    </OwnRow>
  );
}

function Skeleton() {
  const expected = Number(local.get(STORED)) || 1;
  return (
    <SkeletonStatus words={sessionsWords.loading()}>
      <div className={styles.list}>
        {Array.from({ length: expected }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are places, not things
          <div key={index} className={styles.blank} />
        ))}
      </div>
      {expected > 1 && <Button disabled>{sessionsWords.logOutOthers()}</Button>}
    </SkeletonStatus>
  );
}

function Failed({ words, onAgain }: { words: string; onAgain: () => void }) {
  return (
    <div className={styles.failed} role="alert">
      <p>{words}</p>
      <Button onClick={onAgain}>{actions.retry()}</Button>
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
      const open = await openSessions();
      local.set(STORED, String(open.length));
      setSessions(open);
    } catch (refusal) {
      setError(wordsFor(refusal, sessionsWords.couldntLoad()));
    }
  }, []);
  useSignInsRead(read);

  async function end(act: () => Promise<unknown>, words: string): Promise<void> {
    setBusy(true);
    try {
      await act();
      toast(words);
    } catch (refusal) {
      toast(wordsFor(refusal, actions.failed()), { tone: "danger" });
    }
    await read();
    setBusy(false);
  }

  return { sessions, error, busy, read, end };
}
