import { type FormEvent, useCallback, useEffect, useState } from "react";
import { codeOf, wordsFor } from "../../../lib/refusal";
import * as actions from "../../../locales/actions";
import * as words from "../../../locales/twoFactor";
import { Alert } from "../../../ui/Alert";
import { Button } from "../../../ui/Button";
import { Dialog, DialogWords } from "../../../ui/Dialog";
import { SkeletonStatus } from "../../../ui/SkeletonStatus";
import { PasswordField } from "../PasswordForm";
import { proofOptions, prove, type Question } from "./requests";
import { SecondStep } from "./SecondStep";
import styles from "./SecondStep.module.css";

/** Asks for a second step, or for the password of a member who has none. */
export function ProofDialog({
  open,
  onProved,
  onClose,
  focusAfter,
}: {
  open: boolean;
  onProved: () => void;
  onClose: () => void;
  focusAfter?: (() => HTMLElement | null) | undefined;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      {...(focusAfter && { focusAfter })}
      title={words.confirmItsYou()}
      holds
      actions={<Button onClick={onClose}>{actions.cancel()}</Button>}
    >
      {open && <Proof onProved={onProved} />}
    </Dialog>
  );
}

function Proof({ onProved }: { onProved: () => void }) {
  const { question, error, ask } = useQuestion();
  if (error)
    return (
      <div className={styles.step} role="alert">
        <p>{error}</p>
        <Button onClick={ask}>{actions.retry()}</Button>
      </div>
    );
  if (!question)
    return (
      <SkeletonStatus words={words.loading()}>
        <Button wide disabled>
          {actions.wait()}
        </Button>
      </SkeletonStatus>
    );
  if (question.methods.length === 0) return <Password onProved={onProved} />;
  return (
    <>
      <DialogWords>{words.proofHint()}</DialogWords>
      <SecondStep
        question={question}
        submit={async (answer) => {
          try {
            await prove(answer);
          } catch (refusal) {
            if (codeOf(refusal) === "expired") void ask();
            throw refusal;
          }
          onProved();
        }}
      />
    </>
  );
}

function Password({ onProved }: { onProved: () => void }) {
  const [password, setPassword] = useState("");
  const [error, setError] = useState<{ words: string } | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await prove({ password });
      onProved();
    } catch (refusal) {
      setError({ words: wordsFor(refusal, words.failed()) });
      setBusy(false);
    }
  }

  return (
    <form className={styles.step} onSubmit={submit} noValidate>
      <PasswordField
        label={words.yourPassword()}
        name="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        aria-invalid={error !== null || undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Alert said={error} className={styles.error} />
      <Button variant="primary" wide type="submit" disabled={isBusy}>
        {isBusy ? actions.wait() : words.go()}
      </Button>
    </form>
  );
}

function useQuestion() {
  const [question, setQuestion] = useState<Question | null>(null);
  const [error, setError] = useState("");
  const ask = useCallback(async () => {
    setError("");
    try {
      setQuestion(await proofOptions());
    } catch (refusal) {
      setError(wordsFor(refusal, words.failed()));
    }
  }, []);
  useEffect(() => void ask(), [ask]);
  return { question, error, ask };
}
