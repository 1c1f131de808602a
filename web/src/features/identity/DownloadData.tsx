import { type FormEvent, useState } from "react";
import { productName } from "../../lib/deployment";
import { downloadFile, postForFile } from "../../lib/files";
import { codeOf, fieldOf, wordsFor } from "../../lib/refusal";
import * as actionsOf from "../../locales/actions";
import * as downloadDataWords from "../../locales/downloadData";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { toast } from "../../ui/Toast";
import { HostedButtons, Problem } from "./HostedButtons";
import { type Methods, useMethods } from "./hosted";

/**
 * Downloads all data of a member in one file. It is as private as the account, so the password is required. A member
 * without one must have logged in a moment ago; the login leads back to `place`.
 */
export function DownloadData({ place }: { place: string }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>{downloadDataWords.download()}</Button>
      {isAsking && <Question place={place} onClose={() => setAsking(false)} />}
    </>
  );
}

function Question({ place, onClose }: { place: string; onClose: () => void }) {
  const open = useMethods();
  const { step, password, type, error, busy, submit } = useDownload(open, onClose);
  return (
    <Dialog
      open
      onClose={busy ? () => {} : onClose}
      title={downloadDataWords.title()}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            {actionsOf.cancel()}
          </Button>
          {step !== "log in" && (
            <Button variant="primary" type="submit" form="download-data" disabled={busy}>
              {busy ? downloadDataWords.collecting() : downloadDataWords.confirm()}
            </Button>
          )}
        </>
      }
    >
      <DialogWords>{downloadDataWords.hint()}</DialogWords>
      <form id="download-data" onSubmit={submit} noValidate>
        {step === "password" && (
          <Field
            label={downloadDataWords.password()}
            type="password"
            autoComplete="current-password"
            value={password}
            wrong={error}
            onChange={(event) => type(event.target.value)}
          />
        )}
        {step === "password" ? (
          <p className="visually-hidden" role="alert">
            {error}
          </p>
        ) : (
          <Problem words={error || null} />
        )}
      </form>
      {step === "log in" && <HostedButtons methods={{ ...open, embedded: false }} returnTo={place} />}
    </Dialog>
  );
}

/**
 * Where providers sign people in, only the server knows who has a password: there it is asked for when it is missing.
 * `log in` is for those who have none and logged in too long ago.
 */
function useDownload({ hosted }: Methods, onDone: () => void) {
  const [step, setStep] = useState<"yes" | "password" | "log in">(hosted.length ? "yes" : "password");
  const [password, setPassword] = useState("");
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);

  function refused(error: unknown): void {
    const isWanting = step === "yes" && fieldOf(error) === "password";
    if (isWanting) setStep("password");
    else setError(wordsFor(error, downloadDataWords.couldntDownload()));
    if (codeOf(error) === "forbidden") setStep("log in");
    setBusy(false);
  }

  function done(file: Blob): void {
    downloadFile(file, `${productName.toLowerCase()}-${new Date().toISOString().slice(0, 10)}.zip`);
    toast(downloadDataWords.downloaded());
    onDone();
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (step === "password" && !password) return setError(downloadDataWords.enterPassword());
    setBusy(true);
    setError("");
    await postForFile(
      "/api/identity/export",
      password ? { password } : {},
      downloadDataWords.couldntDownload(),
    ).then(done, refused);
  }

  return { step, password, type: setPassword, error, busy, submit };
}
