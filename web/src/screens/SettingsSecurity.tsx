import { Suspense } from "react";
import { DeleteAccount } from "../features/identity/DeleteAccount";
import { DownloadData } from "../features/identity/DownloadData";
import { useMethods } from "../features/identity/hosted";
import { passwordHint } from "../features/identity/rules";
import { Sessions } from "../features/identity/Sessions";
import { useViewer } from "../features/identity/Viewer";
import { discardAllOf } from "../features/messages/outbox/outbox";
import { deleteAllButOutbox } from "../lib/offlineStorage";
import { paths } from "../paths";
import { Button, ButtonLink } from "../ui/Button";
import { SettingsPage, SettingsSection } from "../ui/SettingsPage";

/** The password, the sessions, the member's data, and the deletion of the account. */
export function SettingsSecurity() {
  const { profileId } = useViewer();
  const leave = async () => {
    await Promise.all([deleteAllButOutbox(), discardAllOf(profileId)]);
    window.location.replace(paths.landing());
  };
  return (
    <SettingsPage title="Security" back={paths.settings()} backWords="Back to settings">
      <Suspense fallback={<SettingsSection title="Password" />}>
        <Password />
      </Suspense>
      <SettingsSection title="2FA" help="Two-factor authentication: a second proof of who you are.">
        <Button disabled>Coming soon</Button>
      </SettingsSection>
      <SettingsSection title="Sessions" help="Every browser that is signed in as you.">
        <Sessions />
      </SettingsSection>
      <SettingsSection title="Your data" help="Everything that is kept of you, to take along.">
        <DownloadData place={paths.settingsSecurity()} />
      </SettingsSection>
      <SettingsSection
        danger
        title="Danger zone"
        help="Your fotos, your words and your name go with your account."
      >
        <Suspense fallback={<Button disabled>Delete Account</Button>}>
          <DeleteAccount place={paths.settingsSecurity()} onDeleted={leave} />
        </Suspense>
      </SettingsSection>
    </SettingsPage>
  );
}

function Password() {
  const { email } = useViewer();
  const { embedded, passwordPolicy } = useMethods();
  if (!embedded) return null;
  return (
    <SettingsSection
      title="Password"
      help={`We mail you a code, and you choose a new one: ${asPart(passwordHint(passwordPolicy))}. You are signed out everywhere.`}
    >
      <ButtonLink to={paths.resetPassword()} state={{ email }}>
        Change Password
      </ButtonLink>
    </SettingsSection>
  );
}

/** A sentence as a part of another one. */
const asPart = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);
