import type { ReactNode } from "react";
import { showShortcutList } from "../features/shortcuts/settings";
import { productName, supportEmail } from "../lib/deployment";
import * as settingsWords from "../locales/settings";
import * as words from "../locales/settingsHelp";
import { paths } from "../paths";
import { Button, ButtonLink } from "../ui/Button";
import { SettingsPage, SettingsSection } from "../ui/SettingsPage";
import styles from "./SettingsHelp.module.css";

/** The support address, and frequent questions. */
export function SettingsHelp() {
  return (
    <SettingsPage title={words.title()} back={paths.settings()} backWords={settingsWords.backToSettings()}>
      <section className={styles.card}>
        <h2>{words.write()}</h2>
        <p>{words.writeHint()}</p>
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
      </section>
      <SettingsSection title={words.keyboard()} help={words.keyboardHint()}>
        <Button onClick={() => showShortcutList()}>{words.showKeys()}</Button>
      </SettingsSection>
      <SettingsSection title={words.questions()}>
        <div className={styles.questions}>
          <Question title={words.whatIs({ product: productName })}>{words.whatIsHint()}</Question>
          <Question title={words.howToStart()}>
            {words.howToStartHint()}
            <ButtonLink to={paths.postFotos()}>{words.postFoto()}</ButtonLink>
          </Question>
          <Question title={words.moreHelp()}>
            {words.moreHelpHint({ email: () => <a href={`mailto:${supportEmail}`}>{supportEmail}</a> })}
          </Question>
        </div>
      </SettingsSection>
    </SettingsPage>
  );
}

function Question({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <summary>{title}</summary>
      <div>{children}</div>
    </details>
  );
}
