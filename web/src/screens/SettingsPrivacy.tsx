import { useMutation, useQuery } from "convex/react";
import { api } from "../api";
import { Matrices } from "../features/curators/Matrices";
import { useViewer } from "../features/identity/Viewer";
import { wordsFor } from "../lib/refusal";
import * as settingsWords from "../locales/settings";
import * as settingsPrivacyWords from "../locales/settingsPrivacy";
import { paths } from "../paths";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { SettingsPage, SettingsSection } from "../ui/SettingsPage";
import { Switch, SwitchSkeleton } from "../ui/Switch";
import { toast } from "../ui/Toast";

/** Who may send requests, and the progress to the badge. */
export function SettingsPrivacy() {
  return (
    <SettingsPage
      title={settingsPrivacyWords.title()}
      back={paths.settings()}
      backWords={settingsWords.backToSettings()}
    >
      <ErrorBoundary words={(error) => wordsFor(error, settingsWords.couldntLoad())}>
        <SettingsSection isCard title={settingsPrivacyWords.syncflow()}>
          <AllowSyncflow />
        </SettingsSection>
        <SettingsSection isCard title={settingsPrivacyWords.matrices()}>
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
  if (!profile) return <SwitchSkeleton labels={[settingsPrivacyWords.allow()]} />;
  const isAllowed = profile.allowSyncflow ?? true;
  return (
    <div>
      <Switch
        label={settingsPrivacyWords.allow()}
        help={isAllowed ? settingsPrivacyWords.allowed() : settingsPrivacyWords.notAllowed()}
        on={isAllowed}
        onChange={(allowSyncflow) =>
          update({ profileId, allowSyncflow }).catch((error) =>
            toast(wordsFor(error, settingsWords.couldntSave()), { tone: "danger" }),
          )
        }
      />
    </div>
  );
}
