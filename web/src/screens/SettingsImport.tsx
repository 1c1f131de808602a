import { Suspense } from "react";
import { ImportSkeleton } from "../features/imports/ImportSkeleton";
import { wordsFor } from "../lib/refusal";
import * as words from "../locales/imports";
import * as settingsWords from "../locales/settings";
import { paths } from "../paths";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { lazyWithRetry } from "../ui/lazyWithRetry";
import { SettingsPage } from "../ui/SettingsPage";

const OwnImport = lazyWithRetry(async () => ({
  default: (await import("../features/imports/OwnImport")).OwnImport,
}));

/** Bringing fotos along from another place. */
export function SettingsImport() {
  return (
    <SettingsPage title={words.title()} back={paths.settings()} backWords={settingsWords.backToSettings()}>
      <ErrorBoundary words={(error) => wordsFor(error, words.couldntLoad())}>
        <Suspense fallback={<ImportSkeleton />}>
          <OwnImport />
        </Suspense>
      </ErrorBoundary>
    </SettingsPage>
  );
}
