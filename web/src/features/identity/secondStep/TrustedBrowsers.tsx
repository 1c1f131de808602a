import { longDate } from "../../../lib/days";
import * as words from "../../../locales/twoFactor";
import { Button } from "../../../ui/Button";
import { SettingsSection } from "../../../ui/SettingsPage";
import { OwnList, OwnRow } from "../OwnList";
import { forgetBrowser, forgetBrowsers, type TrustedBrowser } from "./requests";
import type { Change } from "./useFactors";

/** The browsers that are not asked for a second step. */
export function TrustedBrowsers({
  browsers,
  change,
  isBusy,
}: {
  browsers: TrustedBrowser[];
  change: Change;
  isBusy: boolean;
}) {
  return (
    <SettingsSection title={words.trusted()} help={words.trustedHint()}>
      {browsers.length === 0 ? (
        <p>{words.noneTrusted()}</p>
      ) : (
        <OwnList label={words.trusted()}>
          {browsers.map(({ id, browser, expiresAt, current }) => (
            <OwnRow
              key={id}
              name={browser}
              translate="no"
              times={
                current
                  ? words.thisBrowserUntil({ day: longDate(expiresAt) })
                  : words.until({ day: longDate(expiresAt) })
              }
            >
              <Button
                variant="ghost"
                disabled={isBusy}
                aria-label={words.stopTrustingOf({ browser })}
                onClick={() => change(() => forgetBrowser(id), words.notTrusted())}
              >
                {words.stopTrusting()}
              </Button>
            </OwnRow>
          ))}
        </OwnList>
      )}
      {browsers.length > 1 && (
        <Button disabled={isBusy} onClick={() => change(forgetBrowsers, words.noneTrustedNow())}>
          {words.stopTrustingAll()}
        </Button>
      )}
    </SettingsSection>
  );
}
