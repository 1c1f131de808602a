import { type ReactNode, useEffect } from "react";
import { productName, supportEmail } from "../lib/deployment";
import { askBeforeLeaving } from "../lib/history";
import { isInstalledPhone } from "../lib/installed";
import { paths } from "../paths";
import { Icon } from "../ui/Icon";
import { Link } from "../ui/Link";
import { SettingsPage, SettingsSection } from "../ui/SettingsPage";
import { toast } from "../ui/Toast";
import styles from "./Settings.module.css";

const AGAIN_MS = 3_000;
const SOON = "Coming soon";

/** All settings, in three lists. */
export function Settings() {
  useBackTwice();
  return (
    <SettingsPage title="Settings" back={paths.homeFeed()} backWords="Back to feed">
      <SettingsSection title="Account">
        <ul className={styles.list}>
          <Way to={paths.settingsProfile()} words="Profile Information" />
          <Way to={paths.settingsPrivacy()} words="Privacy" />
          <Way to={paths.settingsSecurity()} words="Security" />
        </ul>
      </SettingsSection>
      <SettingsSection title="Preferences">
        <ul className={styles.list}>
          <Way to={paths.settingsNotifications()} words="Notifications" />
          <Later words="Theme" />
          <Later words="Language" />
        </ul>
      </SettingsSection>
      <SettingsSection title="Support">
        <ul className={styles.list}>
          <Way to={paths.settingsHelp()} words="Help Center" />
          <li>
            <a className={styles.row} href={report()}>
              <Words>Report a Problem</Words>
            </a>
          </li>
          <Later words="About" />
        </ul>
      </SettingsSection>
    </SettingsPage>
  );
}

const report = () => `mailto:${supportEmail}?subject=${encodeURIComponent(`A problem with ${productName}`)}`;

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

function Later({ words }: { words: string }) {
  return (
    <li className={styles.row} aria-disabled>
      {words}
      <small>{SOON}</small>
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
      toast("Press back again to leave the settings.");
    });
  }, []);
}
