import { type FormEvent, useState } from "react";
import { productName } from "../../lib/deployment";
import { offer, postForFile } from "../../lib/files";
import { fieldOf, wordsFor } from "../../lib/refusal";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { toast } from "../../ui/Toast";
import { useMethods } from "./hosted";

const NOT_MADE = "Your data could not be downloaded. Please try again.";

/** Everything that is kept of a member, in one file. It is as private as the account, so the password is asked for. */
export function DownloadData() {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>Download my data</Button>
      {isAsking && <Question onClose={() => setAsking(false)} />}
    </>
  );
}

function Question({ onClose }: { onClose: () => void }) {
  const { needsPassword, password, type, objection, busy, submit } = useDownload(onClose);
  return (
    <Dialog
      open
      onClose={busy ? () => {} : onClose}
      title="Download your data"
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button look="light" type="submit" form="download-data" disabled={busy}>
            {busy ? "Collecting…" : "Download"}
          </Button>
        </>
      }
    >
      <DialogWords>A ZIP with your fotos and all that you wrote. You can have one a day.</DialogWords>
      <form id="download-data" onSubmit={submit} noValidate>
        {needsPassword && (
          <Field
            label="Your password"
            type="password"
            autoComplete="current-password"
            value={password}
            wrong={objection}
            onChange={(event) => type(event.target.value)}
          />
        )}
        <p className={needsPassword ? "visually-hidden" : ""} role="alert">
          {objection}
        </p>
      </form>
    </Dialog>
  );
}

/** Where providers sign people in, only the server knows who has a password: there it is asked for when it is missing. */
function useDownload(onDone: () => void) {
  const { hosted } = useMethods();
  const [needsPassword, setNeedsPassword] = useState(hosted.length === 0);
  const [password, setPassword] = useState("");
  const [objection, setObjection] = useState("");
  const [busy, setBusy] = useState(false);

  function refused(error: unknown): void {
    const isWanting = !needsPassword && fieldOf(error) === "password";
    if (isWanting) setNeedsPassword(true);
    else setObjection(wordsFor(error, NOT_MADE));
    setBusy(false);
  }

  function done(file: Blob): void {
    offer(file, `${productName.toLowerCase()}-${new Date().toISOString().slice(0, 10)}.zip`);
    toast("Your data is downloaded.");
    onDone();
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (needsPassword && !password) return setObjection("Please enter your password");
    setBusy(true);
    setObjection("");
    await postForFile("/api/identity/export", password ? { password } : {}, NOT_MADE).then(done, refused);
  }

  return { needsPassword, password, type: setPassword, objection, busy, submit };
}
