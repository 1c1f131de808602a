import { useMutation, useQuery } from "convex/react";
import { api } from "../api";
import { Matrices } from "../features/curators/Matrices";
import { useViewer } from "../features/identity/Viewer";
import { wordsFor } from "../lib/refusal";
import { paths } from "../paths";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { SettingsPage, SettingsSection } from "../ui/SettingsPage";
import { Switch, SwitchSkeleton } from "../ui/Switch";
import { toast } from "../ui/Toast";

/** Who may send requests, and the progress to the badge. */
export function SettingsPrivacy() {
  return (
    <SettingsPage title="Privacy" back={paths.settings()} backWords="Back to settings">
      <ErrorBoundary words={(error) => wordsFor(error, "Your settings could not be read.")}>
        <SettingsSection title="Syncflow">
          <AllowSyncflow />
        </SettingsSection>
        <SettingsSection title="Curator Matrices">
          <Matrices />
        </SettingsSection>
      </ErrorBoundary>
    </SettingsPage>
  );
}

function AllowSyncflow() {
  const { _id: userId, profileId } = useViewer();
  const profile = useQuery(api.profiles.getProfile, { userId });
  const update = useMutation(api.profiles.updatePrivacy).withOptimisticUpdate((store, { allowSyncflow }) => {
    const now = store.getQuery(api.profiles.getProfile, { userId });
    if (now) store.setQuery(api.profiles.getProfile, { userId }, { ...now, allowSyncflow });
  });
  if (!profile) return <SwitchSkeleton labels={["Allow Syncflow"]} />;
  const isAllowed = profile.allowSyncflow ?? true;
  return (
    <div>
      <Switch
        label="Allow Syncflow"
        help={isAllowed ? "Other users can syncflow with you" : "Other users cannot syncflow with you"}
        on={isAllowed}
        onChange={(allowSyncflow) =>
          update({ profileId, allowSyncflow }).catch((error) =>
            toast(wordsFor(error, "That was not kept. Please try again."), { tone: "danger" }),
          )
        }
      />
    </div>
  );
}
