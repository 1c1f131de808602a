import { type FormEvent, useId, useState } from "react";
import type { PostType } from "../../api";
import { wordsFor } from "../../lib/refusal";
import * as actions from "../../locales/actions";
import * as words from "../../locales/drafts";
import { Alert } from "../../ui/Alert";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { RadioChoice } from "../../ui/RadioChoice";
import styles from "./ScheduleDialog.module.css";
import { choices, fromField, timeZone, toField } from "./times";

interface Scheduled {
  at: string | null;
  postType: PostType | null;
}

interface Question {
  now: Scheduled;
  schedule: (publishAt: string, postType: PostType) => Promise<unknown>;
  onClose: () => void;
}

/** Asks when a foto is posted, and for whom. The time is the member's own; the server gets the moment. */
export function ScheduleDialog({ open, ...question }: Question & { open: boolean }) {
  return open && <Opened {...question} />;
}

function Opened({ now, schedule, onClose }: Question) {
  const [{ min, max, suggested }] = useState(() => choices(new Date()));
  const [at, setAt] = useState(now.at ? toField(new Date(now.at)) : suggested);
  const [postType, setPostType] = useState<PostType>(now.postType ?? "sphere");
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<{ words: string } | null>(null);
  const form = useId();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const moment = fromField(at);
    if (isBusy || !moment) return;
    setBusy(true);
    setError(null);
    try {
      await schedule(moment.toISOString(), postType);
      onClose();
    } catch (error) {
      setError({ words: wordsFor(error, words.couldntSchedule()) });
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={words.scheduleTitle()}
      actions={
        <>
          <Button onClick={onClose}>{actions.cancel()}</Button>
          <Button variant="primary" type="submit" form={form} aria-disabled={isBusy}>
            {isBusy ? words.checking() : words.schedule()}
          </Button>
        </>
      }
    >
      <DialogWords>{words.scheduleHint()}</DialogWords>
      <form id={form} className={styles.form} onSubmit={submit}>
        <Field
          label={words.time()}
          hint={words.zone({ zone: timeZone() })}
          type="datetime-local"
          required
          min={min}
          max={max}
          value={at}
          onChange={(event) => setAt(event.target.value)}
        />
        <RadioChoice
          legend={words.audience()}
          options={[
            { value: "sphere", words: words.sphere() },
            { value: "cue", words: words.cue() },
          ]}
          chosen={postType}
          onChoose={setPostType}
        />
      </form>
      <Alert said={error} />
    </Dialog>
  );
}
