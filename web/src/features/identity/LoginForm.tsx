import { type FormEvent, useState } from "react";
import { codeOf, wordsFor } from "../../lib/refusal";
import { Alert } from "../../ui/Alert";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import styles from "./Form.module.css";
import { signIn } from "./identity";
import { FILL_IN, type Objection } from "./rules";
import { entered } from "./session";

/** What stands in front of a deployment answers so when nobody there signs people in. */
const ABSENT = new Set(["http_404", "http_501", "http_503"]);

/** E-mail and password. On success the session begins; the screen sees that and moves on. */
export function LoginForm() {
  const [identifier, setIdentifier] = useState("");
  const [password, setPassword] = useState("");
  const [objection, setObjection] = useState<Objection | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const blank = !identifier.trim() ? "identifier" : !password ? "password" : null;
    if (blank) return object(form, { field: blank, words: FILL_IN });
    setBusy(true);
    setObjection(null);
    try {
      const { status } = await signIn(identifier.trim(), password);
      if (status === "complete") return entered();
      object(form, { field: "password", words: "Invalid credentials" });
    } catch (error) {
      object(form, { field: "password", words: wordsOf(error) });
    }
    setBusy(false);
  }

  function object(form: HTMLFormElement, wrong: Objection): void {
    setObjection(wrong);
    form.querySelector<HTMLInputElement>(`[name="${wrong.field}"]`)?.focus();
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field
        label="E-mail"
        name="identifier"
        type="email"
        autoComplete="username"
        value={identifier}
        aria-invalid={objection?.field === "identifier" || undefined}
        onChange={(event) => setIdentifier(event.target.value)}
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        aria-invalid={objection?.field === "password" || undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Alert said={objection} className={styles.objection} />
      <Button look="light" wide type="submit" disabled={busy}>
        {busy ? "One moment…" : "LOGIN"}
      </Button>
    </form>
  );
}

function wordsOf(error: unknown): string {
  if (ABSENT.has(codeOf(error) ?? "")) return "Authentication not available";
  return wordsFor(error, "Failed to login. Please try again.");
}
