import { Suspense } from "react";
import { useMethods } from "../features/identity/hosted";
import { FactorsSkeleton } from "../features/identity/secondStep/FactorsSkeleton";
import * as words from "../locales/twoFactor";
import { paths } from "../paths";
import { lazyWithRetry } from "../ui/lazyWithRetry";
import { Navigate } from "../ui/Router";
import { SettingsPage } from "../ui/SettingsPage";

const OwnFactors = lazyWithRetry(async () => ({
  default: (await import("../features/identity/secondStep/OwnFactors")).OwnFactors,
}));

/** Passkeys, an authenticator app, recovery codes and trusted browsers, where the operator has switched them on. */
export function SettingsTwoFactor() {
  const { twoFactor } = useMethods();
  if (!twoFactor) return <Navigate to={paths.settingsSecurity()} replace />;
  return (
    <SettingsPage title={words.title()} back={paths.settingsSecurity()} backWords={words.backToSecurity()}>
      <Suspense fallback={<FactorsSkeleton />}>
        <OwnFactors />
      </Suspense>
    </SettingsPage>
  );
}
