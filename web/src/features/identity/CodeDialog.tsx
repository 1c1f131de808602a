import { useEffect, useState } from "react";
import { secondsUntil } from "../../lib/calendar";
import { wordsFor } from "../../lib/refusal";
import * as actions from "../../locales/actions";
import * as codeWords from "../../locales/code";
import { Alert } from "../../ui/Alert";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { useLastNonNull } from "../../ui/useLastNonNull";
import { CODE, CodeField } from "./CodeField";
import type { Challenge } from "./identity";
import { CODE_LENGTH } from "./rules";
import { SignUpError } from "./SignUpError";

/**
 * Asks for the mailed code. The sixth digit sends it. Errors that `onCode` and `onAgain` throw show over the dialog
 * at a sign-up, and otherwise inside it.
 */
export function CodeDialog({
  open,
  email,
  challenge,
  otherwise,
  isSignUp = false,
  onCode,
  onAgain,
  onClose,
}: {
  open: boolean;
  email: string;
  challenge: Challenge;
  otherwise: string;
  isSignUp?: boolean;
  onCode: (code: string) => Promise<void>;
  onAgain: () => Promise<void>;
  onClose: () => void;
}) {
  const [code, setCode] = useState("");
  const [error, setError] = useState<{ words: string } | null>(null);
  const [isWrong, setWrong] = useState(false);
  const [news, setNews] = useState("");
  const [busy, setBusy] = useState(false);

  async function attempt(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    setError(null);
    setWrong(false);
    setNews("");
    try {
      await work();
    } catch (error) {
      object(wordsFor(error, otherwise));
      setCode("");
    }
    setBusy(false);
  }

  function object(words: string): void {
    setError({ words });
    setWrong(true);
  }

  function enter(next: string): void {
    setCode(next);
    if (next.length === CODE_LENGTH && !busy) void attempt(() => onCode(next));
  }

  function verify(): void {
    if (code === "") object(codeWords.enterCode());
    else if (!busy) void attempt(() => onCode(code));
  }

  const said = useLastNonNull(error)?.words ?? "";
  const again = () => attempt(() => onAgain().then(() => setNews(codeWords.sentAgain())));

  return (
    <Dialog open={open} onClose={onClose} title={codeWords.title()} holds>
      <p>{codeWords.sentTo({ email })}</p>
      <CodeField value={code} onChange={enter} onEnter={verify} disabled={busy} wrong={isWrong} />
      {isSignUp ? (
        <SignUpError
          open={error !== null}
          error={{ field: CODE, words: said }}
          onClose={() => setError(null)}
        />
      ) : (
        <Alert said={error} />
      )}
      <p role="status" className={news ? undefined : "visually-hidden"}>
        {news}
      </p>
      <Button variant="primary" disabled={busy} onClick={verify}>
        {busy ? actions.wait() : codeWords.verify()}
      </Button>
      <Resend at={challenge.resendAt} disabled={busy} onResend={again} />
      <Button variant="ghost" onClick={onClose}>
        {codeWords.changeDetails()}
      </Button>
    </Dialog>
  );
}

function Resend({ at, disabled, onResend }: { at: string; disabled: boolean; onResend: () => void }) {
  const left = useCountdown(at);
  return (
    <Button disabled={disabled || left > 0} onClick={onResend}>
      {left > 0 ? codeWords.sendAgainIn({ seconds: left }) : codeWords.sendAgain()}
    </Button>
  );
}

function useCountdown(at: string): number {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000);
    return () => clearInterval(timer);
  }, []);
  return secondsUntil(new Date(at), now);
}
