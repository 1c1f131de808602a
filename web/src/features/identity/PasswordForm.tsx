import { type InputHTMLAttributes, useEffect, useRef, useState } from "react";
import * as words from "../../locales/identity";
import * as ruleWords from "../../locales/signUpRules";
import { Field } from "../../ui/Field";
import { Drawing } from "../../ui/Icon";
import styles from "./Form.module.css";
import { type PasswordPolicy, passwordNote, passwordRules } from "./rules";

const EYE =
  "M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z";

/** A password, which the visitor can show. It is hidden again when the form is sent. */
export function PasswordField({
  label,
  wrong,
  isRight,
  rules,
  ...rest
}: Pick<Parameters<typeof Field>[0], "label" | "wrong" | "isRight" | "rules"> &
  InputHTMLAttributes<HTMLInputElement>) {
  const input = useRef<HTMLInputElement>(null);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const form = input.current?.form;
    const hide = () => setShown(false);
    form?.addEventListener("submit", hide);
    return () => form?.removeEventListener("submit", hide);
  }, []);
  return (
    <Field
      {...rest}
      label={label}
      wrong={wrong}
      isRight={isRight}
      rules={rules}
      ref={input}
      type={isShown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <button type="button" onClick={() => setShown(!isShown)}>
          <span className="visually-hidden">{isShown ? words.hidePassword() : words.showPassword()}</span>
          <Drawing path={isShown ? `${EYE}M4 4l16 16` : EYE} />
        </button>
      }
    />
  );
}

/** All rules of a new password. Those that a browser can check get a tick while it is typed. */
export function PasswordRules({ password, policy }: { password: string; policy: PasswordPolicy }) {
  return (
    <div className={styles.rules}>
      <ul>
        {passwordRules(password, policy).map(({ words: rule, isKept }) => (
          <li key={rule} data-kept={isKept || undefined}>
            <span>{rule}</span>
            {isKept && <span className="visually-hidden"> {ruleWords.kept()}</span>}
          </li>
        ))}
      </ul>
      <p>{passwordNote(policy)}</p>
    </div>
  );
}
