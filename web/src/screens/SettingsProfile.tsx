import type { ReactNode } from "react";
import { useViewer } from "../features/identity/Viewer";
import { formatLanguage } from "../lib/language";
import * as settingsWords from "../locales/settings";
import * as words from "../locales/settingsProfile";
import { paths } from "../paths";
import { Avatar } from "../ui/Avatar";
import { SettingsPage } from "../ui/SettingsPage";
import styles from "./SettingsProfile.module.css";

/** The account's data, read-only. */
export function SettingsProfile() {
  const { username, fullName, email, dateOfBirth, createdAt, imageUrl } = useViewer();
  return (
    <SettingsPage title={words.title()} back={paths.settings()} backWords={settingsWords.backToSettings()}>
      <div className={styles.member}>
        <div className={styles.picture}>
          <Avatar src={imageUrl} size={96} />
        </div>
        <dl>
          <Fact name={words.username()} value={`@${username}`} />
          <Fact name={words.fullName()} value={<bdi>{fullName}</bdi>} />
          <Fact name={words.email()} value={email} />
          <Fact
            name={words.dateOfBirth()}
            value={dateOfBirth ? <LongDate of={dateOfBirth} /> : words.notSet()}
          />
          <Fact name={words.memberSince()} value={<LongDate of={createdAt} />} />
        </dl>
      </div>
    </SettingsPage>
  );
}

/** A calendar day, the same in every time zone. */
function LongDate({ of }: { of: string }) {
  const format = new Intl.DateTimeFormat(formatLanguage, { dateStyle: "long", timeZone: "UTC" });
  return <time dateTime={of}>{format.format(new Date(of))}</time>;
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
