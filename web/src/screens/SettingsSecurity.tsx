import { Suspense } from "react";
import { paths } from "../app/paths";
import { DeleteAccount } from "../features/identity/DeleteAccount";
import { DownloadData } from "../features/identity/DownloadData";
import { useMethods } from "../features/identity/hosted";
import { passwordHint } from "../features/identity/rules";
import { Sessions } from "../features/identity/Sessions";
import { useViewer } from "../features/identity/Viewer";
import { dropAllOf, forgetAllElse } from "../features/messages/outbox";
import { Button, ButtonLink } from "../ui/Button";
import { Part, SubPage } from "../ui/SubPage";

/** The password, where one is signed in, and the end of it all. */
export function SettingsSecurity() {
  const { profileId } = useViewer();
  const leave = async () => {
    await Promise.all([forgetAllElse(), dropAllOf(profileId)]);
    window.location.replace(paths.landing());
  };
  return (
    <SubPage title="Security" back={paths.settings()} backWords="Back to settings">
      <Suspense fallback={<Part title="Password" />}>
        <Password />
      </Suspense>
      <Part title="2FA" help="Two-factor authentication: a second proof of who you are.">
        <Button disabled>Coming soon</Button>
      </Part>
      <Part title="Sessions" help="Every browser that is signed in as you.">
        <Sessions />
      </Part>
      <Part title="Your data" help="Everything that is kept of you, to take along.">
        <DownloadData place={paths.settingsSecurity()} />
      </Part>
      <Part danger title="Danger zone" help="Your fotos, your words and your name go with your account.">
        <Suspense fallback={<Button disabled>Delete Account</Button>}>
          <DeleteAccount place={paths.settingsSecurity()} onDeleted={leave} />
        </Suspense>
      </Part>
    </SubPage>
  );
}

function Password() {
  const { email } = useViewer();
  const { embedded, passwordPolicy } = useMethods();
  if (!embedded) return null;
  return (
    <Part
      title="Password"
      help={`We mail you a code, and you choose a new one: ${asPart(passwordHint(passwordPolicy))}. You are signed out everywhere.`}
    >
      <ButtonLink to={paths.resetPassword()} state={{ email }}>
        Change Password
      </ButtonLink>
    </Part>
  );
}

/** A sentence inside another one. */
const asPart = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);
