import { OwnDecisions } from "../features/moderation/Decisions";
import { OwnReports } from "../features/moderation/OwnReports";
import { RestrictedBanner } from "../features/moderation/RestrictedBanner";
import { wordsFor } from "../lib/refusal";
import * as decisionsWords from "../locales/decisions";
import * as safetyWords from "../locales/safety";
import * as settingsWords from "../locales/settings";
import { paths } from "../paths";
import { ButtonLink } from "../ui/Button";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { SettingsPage, SettingsSection } from "../ui/SettingsPage";

/** The member's reports, what moderators decided about the member, and whom they have blocked. */
export function SettingsSafety() {
  return (
    <SettingsPage
      title={safetyWords.title()}
      back={paths.settings()}
      backWords={settingsWords.backToSettings()}
    >
      <RestrictedBanner />
      <SettingsSection title={safetyWords.reports()} help={safetyWords.reportsHint()}>
        <ErrorBoundary small words={(error) => wordsFor(error, safetyWords.couldntLoadReports())}>
          <OwnReports />
        </ErrorBoundary>
      </SettingsSection>
      <SettingsSection title={decisionsWords.title()} help={decisionsWords.hint()}>
        <ErrorBoundary small words={(error) => wordsFor(error, decisionsWords.couldntLoad())}>
          <OwnDecisions />
        </ErrorBoundary>
      </SettingsSection>
      <SettingsSection title={safetyWords.blocked()} help={safetyWords.blockedHint()}>
        <ButtonLink to={paths.blocked()}>{safetyWords.blocked()}</ButtonLink>
      </SettingsSection>
    </SettingsPage>
  );
}
