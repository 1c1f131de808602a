import { useEffect, useState } from "react";
import { wordsFor } from "../../lib/refusal";
import { secondsUntil } from "../../lib/time";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { CodeField } from "./CodeField";
import { type Challenge, sendAgain, verify } from "./identity";
import { CODE_LENGTH } from "./rules";

/** Asks for the code that was mailed. The sixth digit sends it. */
export function CodeDialog({
  email,
  challenge,
  onChallenge,
  onComplete,
  onClose,
}: {
  email: string;
  challenge: Challenge;
  onChallenge: (challenge: Challenge) => void;
  onComplete: () => void;
  onClose: () => void;
}) {
  const [code, setCode] = useState("");
  const [objection, setObjection] = useState("");
  const [busy, setBusy] = useState(false);

  async function attempt(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    setObjection("");
    try {
      await work();
    } catch (error) {
      setObjection(wordsFor(error, "Failed to verify code"));
      setCode("");
    }
    setBusy(false);
  }

  function enter(next: string): void {
    setCode(next);
    if (next.length === CODE_LENGTH && !busy) void attempt(() => check(next));
  }

  async function check(whole: string): Promise<void> {
    const { status } = await verify(challenge.challengeId, whole);
    if (status === "complete") return onComplete();
    setCode("");
    setObjection("Invalid verification code");
  }

  const again = () => attempt(async () => onChallenge(await sendAgain(challenge.challengeId)));

  return (
    <Dialog open onClose={onClose} title="Check your mail" holds>
      <p>We sent a code of six digits to {email}.</p>
      <CodeField value={code} onChange={enter} disabled={busy} wrong={objection !== ""} />
      <p role="alert">{objection}</p>
      <Resend at={challenge.resendAt} disabled={busy} onResend={again} />
      <Button look="quiet" onClick={onClose}>
        Change my details
      </Button>
    </Dialog>
  );
}

function Resend({ at, disabled, onResend }: { at: string; disabled: boolean; onResend: () => void }) {
  const left = useCountdown(at);
  return (
    <Button disabled={disabled || left > 0} onClick={onResend}>
      {left > 0 ? `Send again in ${left} s` : "Send the code again"}
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
