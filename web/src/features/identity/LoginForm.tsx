import { type FormEvent, useState } from "react";
import { wordsFor } from "../../lib/refusal";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import styles from "./Form.module.css";
import { signIn } from "./identity";
import { entered } from "./session";

/** E-mail and password. On success the session begins; the screen sees that and moves on. */
export function LoginForm() {
  const [identifier, setIdentifier] = useState("");
  const [password, setPassword] = useState("");
  const [objection, setObjection] = useState("");
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!identifier.trim() || !password) return setObjection("Please fill in all fields");
    setBusy(true);
    setObjection("");
    try {
      const { status } = await signIn(identifier.trim(), password);
      if (status === "complete") return entered();
      setObjection("Invalid credentials");
    } catch (error) {
      setObjection(wordsFor(error, "Failed to login. Please try again."));
    }
    setBusy(false);
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field
        label="E-mail"
        type="email"
        autoComplete="username"
        value={identifier}
        onChange={(event) => setIdentifier(event.target.value)}
      />
      <Field
        label="Password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <p className={styles.objection} role="alert">
        {objection}
      </p>
      <Button look="light" wide type="submit" disabled={busy}>
        {busy ? "One moment…" : "LOGIN"}
      </Button>
    </form>
  );
}
