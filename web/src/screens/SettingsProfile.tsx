import { useViewer } from "../features/identity/Viewer";
import { paths } from "../paths";
import { Avatar } from "../ui/Avatar";
import { SettingsPage } from "../ui/SettingsPage";
import styles from "./SettingsProfile.module.css";

const LONG_DATE = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** The account's data, read-only. */
export function SettingsProfile() {
  const { username, fullName, email, dateOfBirth, createdAt, imageUrl } = useViewer();
  return (
    <SettingsPage title="Profile Information" back={paths.settings()} backWords="Back to settings">
      <Avatar src={imageUrl} size={96} />
      <dl className={styles.facts}>
        <Fact name="Username" value={`@${username}`} />
        <Fact name="Full Name" value={fullName} />
        <Fact name="Email" value={email} />
        <Fact name="Date of Birth" value={dateOfBirth ? longDate(dateOfBirth) : "Not set"} />
        <Fact name="Member Since" value={longDate(createdAt)} />
      </dl>
    </SettingsPage>
  );
}

/** A calendar day, the same in every time zone. */
const longDate = (iso: string) => LONG_DATE.format(new Date(iso));

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
