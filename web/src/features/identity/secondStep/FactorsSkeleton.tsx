import * as words from "../../../locales/twoFactor";
import { Button } from "../../../ui/Button";
import { SettingsSection } from "../../../ui/SettingsPage";
import { SkeletonStatus } from "../../../ui/SkeletonStatus";

/** The page before its list is known. */
export function FactorsSkeleton() {
  return (
    <SkeletonStatus words={words.loading()}>
      <SettingsSection title={words.passkeys()} help={words.passkeysHint()}>
        <Button disabled>{words.addPasskey()}</Button>
      </SettingsSection>
      <SettingsSection title={words.app()} help={words.appHint()}>
        <Button disabled>{words.addApp()}</Button>
      </SettingsSection>
    </SkeletonStatus>
  );
}
