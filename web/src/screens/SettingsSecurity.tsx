import { Suspense } from "react";
import { OwnNames } from "../features/identity/changes/OwnNames";
import { DeleteAccount } from "../features/identity/DeleteAccount";
import { DownloadData } from "../features/identity/DownloadData";
import { useMethods, useMethodsIfKnown } from "../features/identity/hosted";
import { type PasswordPolicy, passwordHint, passwordNote, SPEC } from "../features/identity/rules";
import { Sessions } from "../features/identity/Sessions";
import { useViewer } from "../features/identity/Viewer";
import { discardAllOf } from "../features/messages/outbox/outbox";
import { deleteAllButOutbox } from "../lib/offlineStorage";
import * as settingsWords from "../locales/settings";
import * as settingsSecurityWords from "../locales/settingsSecurity";
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
    <SettingsPage
      title={settingsSecurityWords.title()}
      back={paths.settings()}
      backWords={settingsWords.backToSettings()}
    >
      <Suspense fallback={<ChangePassword policy={SPEC} />}>
        <Password />
      </Suspense>
      <Names />
      <SettingsSection title={settingsSecurityWords.twoFactor()} help={settingsSecurityWords.twoFactorHint()}>
        <Suspense fallback={<Button disabled>{settingsWords.comingSoon()}</Button>}>
          <TwoFactor />
        </Suspense>
      </SettingsSection>
      <SettingsSection title={settingsSecurityWords.sessions()} help={settingsSecurityWords.sessionsHint()}>
        <Sessions />
      </SettingsSection>
      <SettingsSection title={settingsSecurityWords.data()} help={settingsSecurityWords.dataHint()}>
        <DownloadData place={paths.settingsSecurity()} />
      </SettingsSection>
      <SettingsSection
        danger
        title={settingsSecurityWords.danger()}
        help={settingsSecurityWords.dangerHint()}
      >
        <Suspense fallback={<Button disabled>{settingsSecurityWords.deleteAccount()}</Button>}>
          <DeleteAccount place={paths.settingsSecurity()} onDeleted={leave} />
        </Suspense>
      </SettingsSection>
    </SettingsPage>
  );
}

function Password() {
  const { embedded, passwordPolicy } = useMethods();
  return embedded && <ChangePassword policy={passwordPolicy} />;
}

/** Drawn before the server has said that members have passwords, so that nothing below moves, and kept when it has. */
function Names() {
  return (useMethodsIfKnown()?.embedded ?? true) && <OwnNames />;
}

/** Announced, until the operator has switched it on. */
function TwoFactor() {
  if (!useMethods().twoFactor) return <Button disabled>{settingsWords.comingSoon()}</Button>;
  return <ButtonLink to={paths.settingsTwoFactor()}>{settingsSecurityWords.setUpTwoFactor()}</ButtonLink>;
}

function ChangePassword({ policy }: { policy: PasswordPolicy }) {
  const { email } = useViewer();
  return (
    <SettingsSection
      title={settingsSecurityWords.password()}
      help={settingsSecurityWords.passwordHint({
        policy: `${passwordHint(policy)}. ${passwordNote(policy)}`,
      })}
    >
      <ButtonLink to={paths.resetPassword()} state={{ email }}>
        {settingsSecurityWords.changePassword()}
      </ButtonLink>
    </SettingsSection>
  );
}
