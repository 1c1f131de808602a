import type { ReactNode } from "react";
import { showShortcutList } from "../features/shortcuts/settings";
import { productName, supportEmail } from "../lib/deployment";
import * as glossary from "../locales/glossary";
import * as settingsWords from "../locales/settings";
import * as words from "../locales/settingsHelp";
import { paths } from "../paths";
import { Button, ButtonLink } from "../ui/Button";
import { SettingsPage, SettingsSection } from "../ui/SettingsPage";
import styles from "./SettingsHelp.module.css";

const GLOSSARY = [
  [glossary.foto, glossary.fotoHint],
  [glossary.flick, glossary.flickHint],
  [glossary.grid, glossary.gridHint],
  [glossary.nook, glossary.nookHint],
  [glossary.sphere, glossary.sphereHint],
  [glossary.cue, glossary.cueHint],
  [glossary.syncflow, glossary.syncflowHint],
  [glossary.bucket, glossary.bucketHint],
  [glossary.bounce, glossary.bounceHint],
  [glossary.intexted, glossary.intextedHint],
  [glossary.curator, glossary.curatorHint],
  [glossary.edge, glossary.edgeHint],
] as const;

/** Frequent questions, the support address, the words of the product and the keys. */
export function SettingsHelp() {
  return (
    <SettingsPage title={words.title()} back={paths.settings()} backWords={settingsWords.backToSettings()}>
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
      <SettingsSection title={words.write()} help={words.writeHint()}>
        <a className={styles.address} href={`mailto:${supportEmail}`}>
          {supportEmail}
        </a>
      </SettingsSection>
      <SettingsSection title={words.glossary()} help={words.glossaryHint({ product: productName })}>
        <dl className={styles.glossary}>
          {GLOSSARY.map(([term, meaning]) => (
            <div key={term()}>
              <dt>{term()}</dt>
              <dd>{meaning()}</dd>
            </div>
          ))}
        </dl>
      </SettingsSection>
      <SettingsSection title={words.keyboard()} help={words.keyboardHint()}>
        <Button onClick={() => showShortcutList()}>{words.showKeys()}</Button>
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
