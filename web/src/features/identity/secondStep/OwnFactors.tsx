import { productName } from "../../../lib/deployment";
import * as actions from "../../../locales/actions";
import * as words from "../../../locales/twoFactor";
import { Button } from "../../../ui/Button";
import { EmptyState } from "../../../ui/EmptyState";
import { toast } from "../../../ui/Toast";
import { AuthenticatorApp } from "./AuthenticatorApp";
import { FactorsSkeleton } from "./FactorsSkeleton";
import { Passkeys } from "./Passkeys";
import { RecoveryCodes, RecoveryCodesDialog } from "./RecoveryCodes";
import { TrustedBrowsers } from "./TrustedBrowsers";
import { useFactors } from "./useFactors";

/** The member's second steps, and what can be done with them. */
export function OwnFactors() {
  const { factors, error, isBusy, codes, read, change, showCodes, dialog } = useFactors();
  if (error)
    return <EmptyState alert title={error} action={<Button onClick={read}>{actions.retry()}</Button>} />;
  if (!factors) return <FactorsSkeleton />;
  const hasAny = factors.passkeys.length > 0 || factors.authenticatorSince !== null;

  async function added(given: string[] | null): Promise<void> {
    if (given) showCodes(given);
    else toast(words.appAdded());
    await read();
  }

  return (
    <>
      <Passkeys
        passkeys={factors.passkeys}
        canAdd={factors.canAddPasskeys}
        change={change}
        onRenamed={read}
        isBusy={isBusy}
      />
      <AuthenticatorApp since={factors.authenticatorSince} change={change} onAdded={added} isBusy={isBusy} />
      {hasAny && (
        <>
          <RecoveryCodes left={factors.recoveryCodes} change={change} isBusy={isBusy} />
          <TrustedBrowsers browsers={factors.devices} change={change} isBusy={isBusy} />
        </>
      )}
      {dialog}
      {codes && <RecoveryCodesDialog codes={codes} product={productName} onClose={() => showCodes(null)} />}
    </>
  );
}
