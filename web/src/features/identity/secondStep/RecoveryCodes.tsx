import * as words from "../../../locales/twoFactor";
import { Button } from "../../../ui/Button";
import { Dialog, DialogWords } from "../../../ui/Dialog";
import { SettingsSection } from "../../../ui/SettingsPage";
import { toast } from "../../../ui/Toast";
import styles from "./RecoveryCodes.module.css";
import { makeRecoveryCodes } from "./requests";
import type { Change } from "./useFactors";

const MOST = 10;
/** The button that makes new codes. */
const NEW_CODES = "new-codes";

/** How many codes are left, and new ones in their place. */
export function RecoveryCodes({ left, change, isBusy }: { left: number; change: Change; isBusy: boolean }) {
  return (
    <SettingsSection title={words.recoveryCodes()} help={words.recoveryCodesHint()}>
      <p>{words.codesLeft({ left, most: MOST })}</p>
      <Button
        id={NEW_CODES}
        disabled={isBusy}
        onClick={() => change(async () => (await makeRecoveryCodes()).recoveryCodes, words.codesMade())}
      >
        {words.newCodes()}
      </Button>
    </SettingsSection>
  );
}

/** The codes, shown once. */
export function RecoveryCodesDialog({
  codes,
  product,
  onClose,
}: {
  codes: string[];
  product: string;
  onClose: () => void;
}) {
  const text = codes.join("\n");
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      toast(words.copied());
    } catch {
      toast(words.couldntCopy(), { tone: "danger" });
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.yourCodes()}
      holds
      // The button that led here may be gone: an app is set up once.
      focusAfter={() => document.getElementById(NEW_CODES)}
      actions={
        <>
          <Button onClick={copy}>{words.copy()}</Button>
          <Button onClick={() => save(`${text}\n`, `${product}-recovery-codes.txt`)}>
            {words.download()}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {words.savedThem()}
          </Button>
        </>
      }
    >
      <DialogWords>{words.yourCodesHint()}</DialogWords>
      <ol className={styles.codes} translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
    </Dialog>
  );
}

/** Lets the browser save a text as a file. */
function save(text: string, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
