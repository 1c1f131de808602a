import { useState } from "react";
import * as words from "../../../locales/changes";
import { Button } from "../../../ui/Button";
import { lazyDialog } from "../../../ui/lazyWithRetry";
import { SettingsSection } from "../../../ui/SettingsPage";
import { useViewer } from "../Viewer";

const isOpen = ({ open }: { open: boolean }) => open;
const ChangeEmailDialog = lazyDialog(
  async () => (await import("./ChangeEmailDialog")).ChangeEmailDialog,
  isOpen,
);
const ChangeUsernameDialog = lazyDialog(
  async () => (await import("./ChangeUsernameDialog")).ChangeUsernameDialog,
  isOpen,
);

/** The email address and the username, to be changed. The profile's settings show them. */
export function OwnNames() {
  const { email, username } = useViewer();
  const [opened, setOpened] = useState<"email" | "username" | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <SettingsSection title={words.email()} help={<Present name={email ?? ""}>{words.emailHint()}</Present>}>
        <Button onClick={() => setOpened("email")}>{words.changeEmail()}</Button>
      </SettingsSection>
      <SettingsSection
        title={words.username()}
        help={<Present name={`@${username}`}>{words.usernameHint()}</Present>}
      >
        <Button onClick={() => setOpened("username")}>{words.changeUsername()}</Button>
      </SettingsSection>
      <ChangeEmailDialog open={opened === "email"} onClose={close} />
      <ChangeUsernameDialog open={opened === "username"} onClose={close} />
    </>
  );
}

/** What it is now, and below it what else there is to know. */
function Present({ name, children }: { name: string; children: string }) {
  return (
    <>
      <strong translate="no">{name}</strong>
      {children}
    </>
  );
}
