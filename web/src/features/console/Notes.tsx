import { useMutation } from "convex/react";
import { type FormEvent, useState } from "react";
import { api, type CaseId, type Note } from "../../api";
import { wordsFor } from "../../lib/refusal";
import { clipped } from "../../lib/text";
import * as words from "../../locales/case";
import { Ago } from "../../ui/Ago";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/Field";
import { toast } from "../../ui/Toast";
import { NOTE_MAX } from "../moderation/limits";
import styles from "./CaseView.module.css";
import ownStyles from "./Notes.module.css";

/** The moderators' notes on a case, and a form for another one. */
export function Notes({ caseId, notes }: { caseId: CaseId; notes: readonly Note[] }) {
  const addNote = useMutation(api.moderation.addNote);
  const [text, setText] = useState("");
  const [isBusy, setBusy] = useState(false);
  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    try {
      await addNote({ caseId, words: text });
      setText("");
      toast(words.noteAdded());
    } catch (error) {
      toast(wordsFor(error, words.couldntNote()), { tone: "danger" });
    }
    setBusy(false);
  }
  return (
    <>
      {notes.length > 0 && (
        <ul className={styles.list}>
          {notes.map((note) => (
            <li key={`${note.author} ${note.createdAt}`}>
              <p className={styles.text} dir="auto">
                {note.words}
              </p>
              <p className={styles.small}>
                {note.author ? `@${note.author}` : words.formerReporter()} · <Ago since={note.createdAt} />
              </p>
            </li>
          ))}
        </ul>
      )}
      <form className={ownStyles.form} onSubmit={add}>
        <TextField
          label={words.note()}
          rows={2}
          value={text}
          data-key="writeNote"
          aria-keyshortcuts="m"
          onChange={(event) => setText(clipped(event.target.value, NOTE_MAX))}
          // The page's keys are for the case again.
          onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
        />
        <Button type="submit" disabled={isBusy || text.trim() === ""}>
          {words.addNote()}
        </Button>
      </form>
    </>
  );
}
