import { type FormEvent, useState } from "react";
import { api } from "../../api";
import { codeOf, fieldOf, wordsFor } from "../../lib/refusal";
import * as actionsOf from "../../locales/actions";
import * as downloadDataWords from "../../locales/downloadData";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { download } from "../../ui/DownloadLink";
import { Field } from "../../ui/Field";
import { useOptionalQuery } from "../../ui/useOptionalQuery";
import { DownloadStatus } from "./DownloadStatus";
import { HostedButtons, Problem } from "./HostedButtons";
import { type Methods, useMethods } from "./hosted";
import { askForExport, exportAddress, openExport } from "./identity";

/**
 * Has an archive of all data of a member made, and shows how far it is on every device until it can be downloaded. It is
 * as private as the account, so the password is required. A member without one must have logged in a moment ago; the
 * login leads back to `place`.
 */
export function DownloadData({ place }: { place: string }) {
  const [asking, setAsking] = useState<"make" | "open" | null>(null);
  const made = useOptionalQuery(api.exports.getExport, {});
  const make = () => setAsking("make");
  const close = () => setAsking(null);
  return (
    <>
      {made ? (
        <DownloadStatus made={made} onAgain={make} onOpen={() => setAsking("open")} />
      ) : (
        <Button onClick={make}>{downloadDataWords.download()}</Button>
      )}
      {asking === "make" && <Question of={MAKING} send={askForExport} place={place} onClose={close} />}
      {asking === "open" && made && (
        <Question
          of={OPENING}
          send={(password) => openExport(made._id, password).then(() => download(exportAddress(made._id)))}
          place={place}
          onClose={close}
        />
      )}
    </>
  );
}

type Words = { title: () => string; hint: () => string; confirm: () => string; busy: () => string };

const MAKING: Words = {
  title: downloadDataWords.title,
  hint: downloadDataWords.hint,
  confirm: downloadDataWords.confirm,
  busy: downloadDataWords.collecting,
};
const OPENING: Words = {
  title: downloadDataWords.openTitle,
  hint: downloadDataWords.openHint,
  confirm: downloadDataWords.get,
  busy: downloadDataWords.opening,
};

type Asked = {
  of: Words;
  send: (password: string) => Promise<unknown>;
  place: string;
  onClose: () => void;
};

function Question({ of, send, place, onClose }: Asked) {
  const open = useMethods();
  const { step, password, type, error, busy, submit } = useDownload(open, send, onClose);
  return (
    <Dialog
      open
      onClose={busy ? () => {} : onClose}
      title={of.title()}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            {actionsOf.cancel()}
          </Button>
          {step !== "log in" && (
            <Button variant="primary" type="submit" form="download-data" disabled={busy}>
              {busy ? of.busy() : of.confirm()}
            </Button>
          )}
        </>
      }
    >
      <DialogWords>{of.hint()}</DialogWords>
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
function useDownload({ hosted }: Methods, send: Asked["send"], onDone: () => void) {
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

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (step === "password" && !password) return setError(downloadDataWords.enterPassword());
    setBusy(true);
    setError("");
    await send(password).then(onDone, refused);
  }

  return { step, password, type: setPassword, error, busy, submit };
}
