import { useMutation, useQuery } from "convex/react";
import { api, type Preferences } from "../api";
import { useViewer } from "../features/identity/Viewer";
import { PushSwitch } from "../features/push/PushSwitch";
import { wordsFor } from "../lib/refusal";
import * as settingsWords from "../locales/settings";
import * as settingsNotificationsWords from "../locales/settingsNotifications";
import { paths } from "../paths";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { SettingsPage, SettingsSection } from "../ui/SettingsPage";
import { Switch, SwitchSkeleton } from "../ui/Switch";
import { toast } from "../ui/Toast";

/** The kinds of notifications that the member wants. */
export function SettingsNotifications() {
  return (
    <SettingsPage
      title={settingsNotificationsWords.title()}
      back={paths.settings()}
      backWords={settingsWords.backToSettings()}
    >
      <ErrorBoundary words={(error) => wordsFor(error, settingsWords.couldntLoad())}>
        <SettingsSection title={settingsNotificationsWords.about()}>
          <Toggles />
        </SettingsSection>
      </ErrorBoundary>
    </SettingsPage>
  );
}

function Toggles() {
  const { profileId } = useViewer();
  const kept = useQuery(api.notifications.getPreferences, { profileId });
  const update = useMutation(api.profiles.updateNotificationPreferences).withOptimisticUpdate(
    (store, { profileId: _, ...preferences }) =>
      store.setQuery(api.notifications.getPreferences, { profileId }, preferences),
  );
  if (!kept)
    return (
      <SwitchSkeleton
        labels={[
          settingsNotificationsWords.posts(),
          settingsNotificationsWords.comments(),
          settingsNotificationsWords.push(),
        ]}
      />
    );
  const change = (changed: Partial<Preferences>) =>
    update({ profileId, ...kept, ...changed }).catch((error) =>
      toast(wordsFor(error, settingsWords.couldntSave()), { tone: "danger" }),
    );
  return (
    <div>
      <Switch
        label={settingsNotificationsWords.posts()}
        help={settingsNotificationsWords.postsHint()}
        on={kept.postNotifications}
        onChange={(postNotifications) => void change({ postNotifications })}
      />
      <Switch
        label={settingsNotificationsWords.comments()}
        help={settingsNotificationsWords.commentsHint()}
        on={kept.commentNotifications}
        onChange={(commentNotifications) => void change({ commentNotifications })}
      />
      <PushSwitch />
    </div>
  );
}
