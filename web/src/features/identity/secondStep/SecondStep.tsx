import { startAuthentication } from "@simplewebauthn/browser";
import { type FormEvent, useId, useState } from "react";
import { wordsFor } from "../../../lib/refusal";
import * as actions from "../../../locales/actions";
import * as words from "../../../locales/twoFactor";
import { Alert } from "../../../ui/Alert";
import { Button } from "../../../ui/Button";
import { Checkbox, Field } from "../../../ui/Field";
import { CodeField } from "../CodeField";
import { CODE_LENGTH } from "../rules";
import { isDismissed, passkeyErrorWords } from "./passkeyErrors";
import type { Answer, Question } from "./requests";
import styles from "./SecondStep.module.css";

/**
 * Asks for a passkey, a code of the member's app, or a recovery code. `submit` sends the answer; its refusal shows here.
 * With `offersTrust`, the member may choose not to be asked in this browser again.
 */
export function SecondStep({
  question,
  submit,
  offersTrust = false,
}: {
  question: Question;
  submit: (answer: Answer, trust: boolean) => Promise<void>;
  offersTrust?: boolean;
}) {
  const { methods, passkey } = question;
  const [trust, setTrust] = useState(false);
  const { error, isBusy, attempt, fail } = useAttempts((answer) => submit(answer, trust));
  const [isRecovering, setRecovering] = useState(methods.length === 1);
  const hasApp = methods.includes("authenticator");

  async function takePasskey(): Promise<void> {
    if (!passkey) return;
    try {
      const signed = await startAuthentication({ optionsJSON: passkey });
      await attempt({ passkey: signed });
    } catch (refusal) {
      if (!isDismissed(refusal)) fail(passkeyErrorWords(refusal));
    }
  }

  return (
    <div className={styles.step}>
      {isRecovering ? (
        <RecoveryCode isBusy={isBusy} onCode={(code) => attempt({ code })} />
      ) : (
        <>
          {passkey && (
            <Button variant="primary" wide disabled={isBusy} onClick={takePasskey}>
              {isBusy ? actions.wait() : words.takePasskey()}
            </Button>
          )}
          {passkey && hasApp && <p className={styles.or}>{words.or()}</p>}
          {hasApp && (
            <AppCode
              isBusy={isBusy}
              isWrong={error !== null}
              isOnly={!passkey}
              onCode={(code) => attempt({ code })}
            />
          )}
        </>
      )}
      <Alert said={error} className={styles.error} />
      {offersTrust && (
        <Checkbox checked={trust} onChange={(event) => setTrust(event.target.checked)}>
          {words.trustBrowser()}
        </Checkbox>
      )}
      {methods.length > 1 && (
        <Button variant="ghost" wide onClick={() => setRecovering(!isRecovering)}>
          {isRecovering ? words.otherWay() : words.takeRecoveryCode()}
        </Button>
      )}
    </div>
  );
}

/** The sixth digit sends the code. If it is the only way, it can be typed at once. */
function AppCode({
  isBusy,
  isWrong,
  isOnly,
  onCode,
}: {
  isBusy: boolean;
  isWrong: boolean;
  isOnly: boolean;
  onCode: (code: string) => Promise<boolean>;
}) {
  const [code, setCode] = useState("");
  const hint = useId();
  async function send(typed: string): Promise<void> {
    if (isBusy) return;
    if (!(await onCode(typed))) setCode("");
  }
  return (
    <>
      <p id={hint}>{words.appCodeHint()}</p>
      <CodeField
        autoFocus={isOnly}
        describedBy={hint}
        value={code}
        onChange={(typed) => {
          setCode(typed);
          if (typed.length === CODE_LENGTH) void send(typed);
        }}
        onEnter={() => void send(code)}
        disabled={isBusy}
        wrong={isWrong && code === ""}
      />
    </>
  );
}

function RecoveryCode({ isBusy, onCode }: { isBusy: boolean; onCode: (code: string) => Promise<boolean> }) {
  const [code, setCode] = useState("");
  function send(event: FormEvent): void {
    event.preventDefault();
    if (!isBusy) void onCode(code);
  }
  return (
    <form className={styles.step} onSubmit={send} noValidate>
      <Field
        label={words.recoveryCode()}
        hint={words.recoveryCodeHint()}
        name="recoveryCode"
        autoComplete="off"
        autoCapitalize="none"
        autoFocus
        spellCheck={false}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button variant="primary" wide type="submit" disabled={isBusy}>
        {isBusy ? actions.wait() : words.go()}
      </Button>
    </form>
  );
}

/** `attempt` says whether the answer was right. */
function useAttempts(submit: (answer: Answer) => Promise<void>) {
  const [error, setError] = useState<{ words: string } | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function attempt(answer: Answer): Promise<boolean> {
    setBusy(true);
    setError(null);
    try {
      await submit(answer);
      return true;
    } catch (refusal) {
      setError({ words: wordsFor(refusal, words.failed()) });
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { error, isBusy, attempt, fail: (said: string) => setError({ words: said }) };
}
