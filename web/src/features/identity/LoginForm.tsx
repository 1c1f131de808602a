import { type FormEvent, type ReactNode, Suspense, useState } from "react";
import { longTime } from "../../lib/days";
import { codeOf, Refusal, type Suspension, wordsFor } from "../../lib/refusal";
import * as actions from "../../locales/actions";
import * as identityWords from "../../locales/identity";
import * as signUpRulesWords from "../../locales/signUpRules";
import * as suspendedWords from "../../locales/suspended";
import { paths } from "../../paths";
import { Alert } from "../../ui/Alert";
import { Button, ButtonLink } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { lazyWithRetry } from "../../ui/lazyWithRetry";
import styles from "./Form.module.css";
import { signIn } from "./identity";
import { PasswordField } from "./PasswordForm";
import type { FieldError } from "./rules";
import type { Question } from "./secondStep/requests";
import { markSignedIn } from "./session";

/** The codes of a deployment without password login, or of the proxy in front of it. */
const ABSENT = new Set(["http_404", "http_501", "http_503"]);

const LoginSecondStep = lazyWithRetry(async () => ({
  default: (await import("./secondStep/LoginSecondStep")).LoginSecondStep,
}));
const PasskeyLogin = lazyWithRetry(async () => ({
  default: (await import("./secondStep/PasskeyLogin")).PasskeyLogin,
}));

/**
 * Email and password, or a passkey; then the second step of members who have one. On success the session begins; the
 * screen sees that and moves on. `children` stand below the password.
 */
export function LoginForm({ passkeys, children }: { passkeys: boolean; children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [identifier, setIdentifier] = useState("");
  const [password, setPassword] = useState("");
  const [error, setError] = useState<FieldError | null>(null);
  const [suspension, setSuspension] = useState<Suspension | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const blank = !identifier.trim() ? "identifier" : !password ? "password" : null;
    if (blank) return object(form, { field: blank, words: signUpRulesWords.fillIn() });
    setBusy(true);
    setError(null);
    setSuspension(null);
    try {
      const answer = await signIn(identifier.trim(), password);
      if (answer.status === "complete") return markSignedIn();
      if (answer.status === "second step") setQuestion(answer);
      else object(form, { field: "password", words: identityWords.invalidCredentials() });
    } catch (error) {
      const { suspension } = error instanceof Refusal ? error : {};
      if (suspension) setSuspension(suspension);
      else object(form, { field: "password", words: wordsOf(error) });
    }
    setBusy(false);
  }

  function object(form: HTMLFormElement, wrong: FieldError): void {
    setError(wrong);
    form.querySelector<HTMLInputElement>(`[name="${wrong.field}"]`)?.focus();
  }

  function askAgain(isLate: boolean): void {
    setQuestion(null);
    setPassword("");
    setError(isLate ? { field: "password", words: identityWords.tookTooLong() } : null);
  }

  if (question)
    return (
      <Suspense
        fallback={
          <Button wide disabled>
            {actions.wait()}
          </Button>
        }
      >
        <LoginSecondStep question={question} onAgain={askAgain} />
      </Suspense>
    );
  const hasPasskeys = passkeys && "PublicKeyCredential" in window;
  return (
    <>
      <form className={styles.form} onSubmit={submit} noValidate>
        <Field
          label={identityWords.email()}
          name="identifier"
          type="email"
          autoComplete={hasPasskeys ? "username webauthn" : "username"}
          value={identifier}
          aria-invalid={error?.field === "identifier" || undefined}
          onChange={(event) => setIdentifier(event.target.value)}
        />
        <PasswordField
          label={identityWords.password()}
          name="password"
          autoComplete="current-password"
          value={password}
          aria-invalid={error?.field === "password" || undefined}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Suspended of={suspension} error={error} />
        <Button variant="primary" wide type="submit" disabled={busy}>
          {busy ? actions.wait() : identityWords.login()}
        </Button>
        {hasPasskeys && (
          <Suspense
            fallback={
              <Button wide disabled>
                {actions.wait()}
              </Button>
            }
          >
            <PasskeyLogin />
          </Suspense>
        )}
      </form>
      {children}
    </>
  );
}

/** The error of the form; about a suspended account with the way to the decisions. */
function Suspended({ of, error }: { of: Suspension | null; error: FieldError | null }) {
  if (!of) return <Alert said={error} className={styles.error} />;
  const { until, appeal } = of;
  return (
    <div className={styles.suspended}>
      <p role="alert">
        {until ? suspendedWords.until({ until: longTime(until) }) : suspendedWords.forever()}
      </p>
      <ButtonLink wide to={paths.appeal(appeal)}>
        {suspendedWords.why()}
      </ButtonLink>
    </div>
  );
}

function wordsOf(error: unknown): string {
  if (ABSENT.has(codeOf(error) ?? "")) return identityWords.notAvailable();
  return wordsFor(error, identityWords.couldntLogIn());
}
