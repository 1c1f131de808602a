import { type ReactNode, useEffect, useState } from "react";
import { api } from "../api";
import { LanguageChoice, nameOf as languageName } from "../features/identity/LanguageChoice";
import { InviteButton } from "../features/invite/InviteButton";
import { languages, productName, supportEmail } from "../lib/deployment";
import { askBeforeLeaving } from "../lib/history";
import { isInstalledPhone } from "../lib/installed";
import { language } from "../lib/language";
import * as settingsWords from "../locales/settings";
import { paths } from "../paths";
import { Icon } from "../ui/Icon";
import { Link } from "../ui/Link";
import { SettingsPage, SettingsSection } from "../ui/SettingsPage";
import { toast } from "../ui/Toast";
import { useOptionalQuery } from "../ui/useOptionalQuery";
import styles from "./Settings.module.css";

const AGAIN_MS = 3_000;

/** All settings, in three lists. */
export function Settings() {
  useBackTwice();
  return (
    <SettingsPage
      title={settingsWords.title()}
      back={paths.homeFeed()}
      backWords={settingsWords.backToFeed()}
    >
      <SettingsSection title={settingsWords.account()}>
        <ul className={styles.list}>
          <Way to={paths.settingsProfile()} words={settingsWords.profile()} />
          <Way to={paths.settingsPrivacy()} words={settingsWords.privacy()} />
          <Way to={paths.settingsSafety()} words={settingsWords.safety()} />
          <Way to={paths.settingsSecurity()} words={settingsWords.security()} />
          <Way to={paths.settingsImport()} words={settingsWords.importRow()} />
          <li>
            <InviteButton row={styles.row} />
          </li>
        </ul>
      </SettingsSection>
      <SettingsSection title={settingsWords.preferences()}>
        <ul className={styles.list}>
          <Way to={paths.settingsNotifications()} words={settingsWords.notifications()} />
          <Later words={settingsWords.theme()} />
          {languages.length > 1 ? <Language /> : <Later words={settingsWords.language()} />}
        </ul>
      </SettingsSection>
      <SettingsSection title={settingsWords.support()}>
        <ul className={styles.list}>
          <Way to={paths.settingsHelp()} words={settingsWords.help()} />
          <li>
            <a className={styles.row} href={report()}>
              <Words>{settingsWords.report()}</Words>
            </a>
          </li>
          <About />
        </ul>
      </SettingsSection>
    </SettingsPage>
  );
}

const report = () =>
  `mailto:${supportEmail}?subject=${encodeURIComponent(settingsWords.reportSubject({ product: productName }))}`;

function Way({ to, words }: { to: string; words: string }) {
  return (
    <li>
      <Link className={styles.row} to={to}>
        <Words>{words}</Words>
      </Link>
    </li>
  );
}

function Words({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <span className={styles.onward}>
        <Icon name="onward" />
      </span>
    </>
  );
}

function Language() {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <button type="button" className={styles.row} onClick={() => setOpen(true)}>
        {settingsWords.language()}
        <small translate="no">{languageName(language)}</small>
      </button>
      <LanguageChoice open={isOpen} onClose={() => setOpen(false)} />
    </li>
  );
}

/** Leads to the operator's words, once there are any. */
function About() {
  const published = useOptionalQuery(api.policies.getPublished, {});
  return published?.length ? (
    <Way to={paths.about()} words={settingsWords.about()} />
  ) : (
    <Later words={settingsWords.about()} />
  );
}

function Later({ words }: { words: string }) {
  return (
    <li className={styles.row} aria-disabled>
      {words}
      <small>{settingsWords.comingSoon()}</small>
    </li>
  );
}

/** The hardware back button of an installed phone does nothing here; a second press right after it works as always. */
function useBackTwice(): void {
  useEffect(() => {
    if (!isInstalledPhone()) return;
    let until = 0;
    return askBeforeLeaving((leave, kind) => {
      if (kind !== "POP" || Date.now() < until) return leave();
      until = Date.now() + AGAIN_MS;
      toast(settingsWords.pressAgain());
    });
  }, []);
}
