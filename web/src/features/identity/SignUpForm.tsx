import { type FormEvent, useState } from "react";
import { clipped } from "../../lib/text";
import * as actions from "../../locales/actions";
import * as identityWords from "../../locales/identity";
import * as signUpWords from "../../locales/signUp";
import { Button } from "../../ui/Button";
import { Checkbox, Field, TextField } from "../../ui/Field";
import { fetchDialogs } from "./dialogs";
import styles from "./Form.module.css";
import type { NewMember } from "./identity";
import { PasswordField, PasswordRules } from "./PasswordForm";
import {
  type FieldError,
  FULL_NAME_MAX,
  findLeftError,
  type PasswordPolicy,
  REASON_MAX,
  SPEC,
  USERNAME_MAX,
} from "./rules";
import { useLeftFields } from "./useLeftFields";

const BLANK: NewMember = {
  email: "",
  fullName: "",
  username: "",
  password: "",
  dateOfBirth: "",
  termsAccepted: false,
  reason: "",
};

/**
 * The form for a new member's data; without address and password after a login at a provider, and then prefilled with
 * the provider's data. Typed values survive every error.
 */
export function SignUpForm({
  known,
  policy = SPEC,
  asksReason = false,
  busy,
  error,
  onSubmit,
  onTerms,
}: {
  known?: Partial<NewMember>;
  policy?: PasswordPolicy;
  asksReason?: boolean;
  busy: boolean;
  error: FieldError | null;
  onSubmit: (member: NewMember) => void;
  onTerms: () => void;
}) {
  const [member, setMember] = useState({ ...BLANK, ...known });
  const [sent, setSent] = useState(member);
  const isVouchedFor = known !== undefined;
  const change = (part: Partial<NewMember>) => setMember((before) => ({ ...before, ...part }));

  const { hasLeft, leave } = useLeftFields();

  /** What an input needs to be found by its error, and to show it until something else stands there. */
  const named = (name: keyof NewMember) => ({
    name,
    wrong: error?.field === name && member[name] === sent[name] ? error.words : undefined,
  });

  /** The same with a mark, right or wrong, from the moment the visitor has filled in the field and left it. */
  const marked = (name: "email" | "fullName" | "username" | "password") => {
    const isMarked = hasLeft(name) && member[name].trim() !== "";
    const { wrong = (isMarked && findLeftError(member, name, policy)) || undefined } = named(name);
    return { name, wrong, isRight: isMarked && !wrong };
  };

  function submit(event: FormEvent): void {
    event.preventDefault();
    setSent(member);
    onSubmit({ ...member, email: member.email.trim() });
  }

  return (
    <form className={styles.form} onSubmit={submit} onFocus={fetchDialogs} onBlur={leave} noValidate>
      {!isVouchedFor && (
        <Field
          {...marked("email")}
          label={identityWords.email()}
          type="email"
          autoComplete="email"
          value={member.email}
          onChange={(event) => change({ email: event.target.value })}
        />
      )}
      <div className={styles.pair}>
        <Field
          {...marked("fullName")}
          label={signUpWords.fullName()}
          autoComplete="name"
          maxLength={FULL_NAME_MAX + 5}
          value={member.fullName}
          onChange={(event) => change({ fullName: event.target.value })}
        />
        <Field
          {...marked("username")}
          label={signUpWords.username()}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={USERNAME_MAX}
          value={member.username}
          onChange={(event) => change({ username: event.target.value.toLowerCase() })}
        />
      </div>
      {!isVouchedFor && (
        <PasswordField
          {...marked("password")}
          label={identityWords.password()}
          autoComplete="new-password"
          rules={<PasswordRules password={member.password} policy={policy} />}
          value={member.password}
          onChange={(event) => change({ password: event.target.value })}
        />
      )}
      <Field
        {...named("dateOfBirth")}
        label={signUpWords.dateOfBirth()}
        type="date"
        autoComplete="bday"
        value={member.dateOfBirth}
        onChange={(event) => change({ dateOfBirth: event.target.value })}
      />
      {(asksReason || error?.field === "reason") && (
        <TextField
          {...named("reason")}
          label={signUpWords.reason()}
          hint={signUpWords.reasonHint()}
          rows={3}
          value={member.reason}
          onChange={(event) => change({ reason: clipped(event.target.value, REASON_MAX) })}
        />
      )}
      <div className={styles.terms}>
        <Checkbox
          name="termsAccepted"
          aria-invalid={named("termsAccepted").wrong ? true : undefined}
          checked={member.termsAccepted}
          onChange={(event) => change({ termsAccepted: event.target.checked })}
        >
          {signUpWords.acceptTerms()}
        </Checkbox>
        <Button variant="ghost" onClick={onTerms} aria-label={signUpWords.readTerms()}>
          {signUpWords.read()}
        </Button>
      </div>
      <Button variant="primary" wide type="submit" disabled={busy}>
        {busy ? actions.wait() : signUpWords.getStarted()}
      </Button>
    </form>
  );
}
