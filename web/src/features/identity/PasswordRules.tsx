import * as words from "../../locales/signUpRules";
import styles from "./PasswordRules.module.css";
import { type PasswordPolicy, passwordNote, passwordRules } from "./rules";

/** All rules of a new password. Those that a browser can check get a tick while it is typed. */
export function PasswordRules({ password, policy }: { password: string; policy: PasswordPolicy }) {
  return (
    <div className={styles.rules}>
      <ul>
        {passwordRules(password, policy).map(({ words: rule, isKept }) => (
          <li key={rule} data-kept={isKept || undefined}>
            <span>{rule}</span>
            {isKept && <span className="visually-hidden"> {words.kept()}</span>}
          </li>
        ))}
      </ul>
      <p>{passwordNote(policy)}</p>
    </div>
  );
}
