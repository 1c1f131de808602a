import { startRegistration } from "@simplewebauthn/browser";
import { useState } from "react";
import * as words from "../../../locales/twoFactor";
import { Ago } from "../../../ui/Ago";
import { Button } from "../../../ui/Button";
import { EditTextDialog } from "../../../ui/EditTextDialog";
import { MoreMenu } from "../../../ui/MoreMenu";
import { SettingsSection } from "../../../ui/SettingsPage";
import { OwnList, OwnRow } from "../OwnList";
import { isDismissed, passkeyErrorWords } from "./passkeyErrors";
import { addPasskey, newPasskeyOptions, type Passkey, removePasskey, renamePasskey } from "./requests";
import type { Change } from "./useFactors";

const NAME_MAX = 40;

/** The member's passkeys. The first second step brings recovery codes, which `change` shows. */
export function Passkeys({
  passkeys,
  canAdd,
  change,
  onRenamed,
  isBusy,
}: {
  passkeys: Passkey[];
  canAdd: boolean;
  change: Change;
  onRenamed: () => Promise<void>;
  isBusy: boolean;
}) {
  const [renamed, setRenamed] = useState<Passkey | null>(null);

  async function add(): Promise<string[] | null> {
    const { options } = await newPasskeyOptions();
    return (await addPasskey(await startRegistration({ optionsJSON: options }))).recoveryCodes;
  }

  return (
    <SettingsSection title={words.passkeys()} help={words.passkeysHint()}>
      {passkeys.length > 0 && (
        <OwnList label={words.passkeys()}>
          {passkeys.map((passkey) => (
            <OwnRow key={passkey.id} name={passkey.name} translate="no" times={<Times of={passkey} />}>
              <MoreMenu
                label={words.moreAbout({ name: passkey.name })}
                items={[
                  { words: words.rename(), onPick: () => setRenamed(passkey) },
                  {
                    words: words.remove(),
                    isDanger: true,
                    onPick: () => void change(() => removePasskey(passkey.id), words.passkeyRemoved()),
                  },
                ]}
              />
            </OwnRow>
          ))}
        </OwnList>
      )}
      {canAdd ? (
        <Button
          disabled={isBusy}
          onClick={() =>
            change(add, words.passkeyAdded(), (error) =>
              isDismissed(error) ? null : passkeyErrorWords(error),
            )
          }
        >
          {words.addPasskey()}
        </Button>
      ) : (
        <p>{words.noPasskeysHere()}</p>
      )}
      {renamed && (
        <EditTextDialog
          title={words.rename()}
          fields={[{ label: words.passkeyName(), text: renamed.name, most: NAME_MAX, rows: 1 }]}
          save={(name = "") => renamePasskey(renamed.id, name).then(onRenamed)}
          saved={words.renamed()}
          couldntSave={words.failed()}
          onClose={() => setRenamed(null)}
        />
      )}
    </SettingsSection>
  );
}

function Times({ of: { createdAt, lastUsedAt } }: { of: Passkey }) {
  if (lastUsedAt) return words.lastUsed({ ago: () => <Ago since={lastUsedAt} /> });
  return words.added({ ago: () => <Ago since={createdAt} /> });
}
