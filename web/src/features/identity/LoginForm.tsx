import { type FormEvent, useState } from "react";
import { codeOf, wordsFor } from "../../lib/refusal";
import * as actions from "../../locales/actions";
import * as identityWords from "../../locales/identity";
import * as signUpRulesWords from "../../locales/signUpRules";
import { Alert } from "../../ui/Alert";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import styles from "./Form.module.css";
import { signIn } from "./identity";
import { PasswordField } from "./PasswordForm";
import type { FieldError } from "./rules";
import { markSignedIn } from "./session";

/** The codes of a deployment without password login, or of the proxy in front of it. */
const ABSENT = new Set(["http_404", "http_501", "http_503"]);

/** Email and password. On success the session begins; the screen sees that and moves on. */
export function LoginForm() {
  const [identifier, setIdentifier] = useState("");
  const [password, setPassword] = useState("");
  const [error, setError] = useState<FieldError | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const blank = !identifier.trim() ? "identifier" : !password ? "password" : null;
    if (blank) return object(form, { field: blank, words: signUpRulesWords.fillIn() });
    setBusy(true);
    setError(null);
    try {
      const { status } = await signIn(identifier.trim(), password);
      if (status === "complete") return markSignedIn();
      object(form, { field: "password", words: identityWords.invalidCredentials() });
    } catch (error) {
      object(form, { field: "password", words: wordsOf(error) });
    }
    setBusy(false);
  }

  function object(form: HTMLFormElement, wrong: FieldError): void {
    setError(wrong);
    form.querySelector<HTMLInputElement>(`[name="${wrong.field}"]`)?.focus();
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field
        label={identityWords.email()}
        name="identifier"
        type="email"
        autoComplete="username"
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
      <Alert said={error} className={styles.error} />
      <Button variant="primary" wide type="submit" disabled={busy}>
        {busy ? actions.wait() : identityWords.login()}
      </Button>
    </form>
  );
}

function wordsOf(error: unknown): string {
  if (ABSENT.has(codeOf(error) ?? "")) return identityWords.notAvailable();
  return wordsFor(error, identityWords.couldntLogIn());
}
