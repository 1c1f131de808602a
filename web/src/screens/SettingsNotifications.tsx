import { useMutation, useQuery } from "convex/react";
import { api, type Preferences } from "../api";
import { useViewer } from "../features/identity/Viewer";
import { PushSwitch } from "../features/push/PushSwitch";
import { wordsFor } from "../lib/refusal";
import { paths } from "../paths";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { SettingsPage, SettingsSection } from "../ui/SettingsPage";
import { Switch, SwitchSkeleton } from "../ui/Switch";
import { toast } from "../ui/Toast";

/** The kinds of notifications that the member wants. */
export function SettingsNotifications() {
  return (
    <SettingsPage title="Notifications" back={paths.settings()} backWords="Back to settings">
      <ErrorBoundary words={(error) => wordsFor(error, "Your settings could not be read.")}>
        <SettingsSection title="Tell me">
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
  if (!kept) return <SwitchSkeleton labels={["Post Notifications", "Comment Notifications", "Push"]} />;
  const change = (changed: Partial<Preferences>) =>
    update({ profileId, ...kept, ...changed }).catch((error) =>
      toast(wordsFor(error, "That was not kept. Please try again."), { tone: "danger" }),
    );
  return (
    <div>
      <Switch
        label="Post Notifications"
        help="Get notified when someone posts in your sphere"
        on={kept.postNotifications}
        onChange={(postNotifications) => void change({ postNotifications })}
      />
      <Switch
        label="Comment Notifications"
        help="Get notified when someone comments on your posts"
        on={kept.commentNotifications}
        onChange={(commentNotifications) => void change({ commentNotifications })}
      />
      <PushSwitch />
    </div>
  );
}
