import { type FormEvent, type RefObject, useState } from "react";
import * as actions from "../../locales/actions";
import * as words from "../../locales/identity";
import { Alert } from "../../ui/Alert";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { fetchDialogs } from "./dialogs";
import styles from "./Form.module.css";
import type { Reset } from "./identity";
import { PasswordField, PasswordRules } from "./PasswordForm";
import type { FieldError, PasswordPolicy } from "./rules";

/** The address to send a code to, and the new password, twice. A link from an email needs no address. */
export function ResetForm({
  email,
  byLink,
  policy,
  form,
  error,
  busy,
  onSubmit,
}: {
  email: string;
  byLink: boolean;
  policy: PasswordPolicy;
  form: RefObject<HTMLFormElement | null>;
  error: FieldError | null;
  busy: boolean;
  onSubmit: (reset: Reset) => void;
}) {
  const [reset, setReset] = useState<Reset>({ email, newPassword: "", retyped: "" });
  const named = (name: keyof Reset) => ({
    name,
    value: reset[name],
    "aria-invalid": error?.field === name || undefined,
    onChange: (event: { target: { value: string } }) => setReset({ ...reset, [name]: event.target.value }),
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    onSubmit({ ...reset, email: reset.email.trim() });
  }

  return (
    <form ref={form} className={styles.form} onSubmit={submit} onFocus={fetchDialogs} noValidate>
      {!byLink && <Field {...named("email")} label={words.email()} type="email" autoComplete="username" />}
      <PasswordField
        {...named("newPassword")}
        label={words.newPassword()}
        autoComplete="new-password"
        rules={<PasswordRules password={reset.newPassword} policy={policy} />}
      />
      <PasswordField {...named("retyped")} label={words.retypePassword()} autoComplete="new-password" />
      <Alert said={error} className={styles.error} />
      <Button variant="primary" wide type="submit" disabled={busy}>
        {busy ? actions.wait() : byLink ? words.resetPassword() : words.sendCode()}
      </Button>
    </form>
  );
}
