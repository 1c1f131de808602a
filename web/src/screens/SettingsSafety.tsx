import { OwnDecisions } from "../features/moderation/Decisions";
import { OwnReports } from "../features/moderation/OwnReports";
import { OwnReviews } from "../features/moderation/OwnReviews";
import { RestrictedBanner } from "../features/moderation/RestrictedBanner";
import { CommentersChoice, RequestersChoice } from "../features/safety/Choices";
import { DownloadLists } from "../features/safety/DownloadLists";
import { FilteredWords } from "../features/safety/FilteredWords";
import { LimitedMembers } from "../features/safety/LimitedMembers";
import { MutedMembers } from "../features/safety/MutedMembers";
import { wordsFor } from "../lib/refusal";
import * as decisionsWords from "../locales/decisions";
import * as filteredWords from "../locales/filteredWords";
import * as limitedWords from "../locales/limited";
import * as mutedWords from "../locales/muted";
import * as reviewsWords from "../locales/reviews";
import * as safetyWords from "../locales/safety";
import * as choiceWords from "../locales/safetyChoices";
import * as listsWords from "../locales/safetyLists";
import * as settingsWords from "../locales/settings";
import { paths } from "../paths";
import { ButtonLink } from "../ui/Button";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { SettingsPage, SettingsSection } from "../ui/SettingsPage";

/** What members choose for themselves, then their reports, and what moderators decided about them. */
export function SettingsSafety() {
  return (
    <SettingsPage
      title={safetyWords.title()}
      back={paths.settings()}
      backWords={settingsWords.backToSettings()}
    >
      <RestrictedBanner />
      <SettingsSection title={choiceWords.comments()} help={choiceWords.commentsHint()}>
        <ErrorBoundary small words={(error) => wordsFor(error, settingsWords.couldntLoad())}>
          <CommentersChoice />
        </ErrorBoundary>
      </SettingsSection>
      <SettingsSection title={choiceWords.requests()} help={choiceWords.requestsHint()}>
        <ErrorBoundary small words={(error) => wordsFor(error, settingsWords.couldntLoad())}>
          <RequestersChoice />
        </ErrorBoundary>
      </SettingsSection>
      <SettingsSection title={filteredWords.title()} help={filteredWords.hint()}>
        <ErrorBoundary small words={(error) => wordsFor(error, filteredWords.couldntLoad())}>
          <FilteredWords />
        </ErrorBoundary>
      </SettingsSection>
      <SettingsSection title={mutedWords.title()} help={mutedWords.hint()}>
        <ErrorBoundary small words={(error) => wordsFor(error, mutedWords.couldntLoad())}>
          <MutedMembers />
        </ErrorBoundary>
      </SettingsSection>
      <SettingsSection title={limitedWords.title()} help={limitedWords.hint()}>
        <ErrorBoundary small words={(error) => wordsFor(error, limitedWords.couldntLoad())}>
          <LimitedMembers />
        </ErrorBoundary>
      </SettingsSection>
      <SettingsSection title={safetyWords.blocked()} help={safetyWords.blockedHint()}>
        <ButtonLink to={paths.blocked()}>{safetyWords.blocked()}</ButtonLink>
      </SettingsSection>
      <SettingsSection title={listsWords.title()} help={listsWords.hint()}>
        <DownloadLists />
      </SettingsSection>
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
      <SettingsSection title={reviewsWords.title()} help={reviewsWords.hint()}>
        <ErrorBoundary small words={(error) => wordsFor(error, reviewsWords.couldntLoad())}>
          <OwnReviews />
        </ErrorBoundary>
      </SettingsSection>
    </SettingsPage>
  );
}
