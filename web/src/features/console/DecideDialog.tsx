import { useMutation } from "convex/react";
import { type FormEvent, useId, useState } from "react";
import { api, type CaseRow, type Reason } from "../../api";
import { codeOf, wordsFor } from "../../lib/refusal";
import { clipped, lengthOf } from "../../lib/text";
import * as actionsWords from "../../locales/actions";
import * as words from "../../locales/deciding";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { Field, TextField } from "../../ui/Field";
import { toast } from "../../ui/Toast";
import { useLastNonNull } from "../../ui/useLastNonNull";
import { DAYS_MAX, WORDS_MAX } from "../moderation/limits";
import { ReasonChoice } from "../moderation/ReasonChoice";
import { isReported } from "../moderation/reasons";
import { type Action, actionWords } from "./Actions";
import styles from "./DecideDialog.module.css";

const USUAL_DAYS = 7;

interface Deciding {
  of: CaseRow;
  action: Action | null;
  onClose: () => void;
  onDone: () => void;
}

/** Asks before a case is decided. Its button has the focus, so that Enter decides where nothing has to be written. */
export function DecideDialog({ of, action, onClose, onDone }: Deciding) {
  const form = useId();
  const shown = useLastNonNull(action) ?? "dismiss";
  const { isBusy, reason, setReason, facts, setFacts, days, setDays, decide } = useDecision({
    of,
    action,
    onClose,
    onDone,
  });
  const name = of.member.username;
  const isMeasure = shown !== "dismiss" && shown !== "allow";
  const isMild = !isMeasure || shown === "warn";
  const isLeft = shown === "dismiss" && of.kind === "upload";
  return (
    <Dialog
      open={action !== null}
      onClose={onClose}
      title={words.title({ action: isLeft ? "leave" : shown, name })}
      focusFirst={() => document.querySelector<HTMLElement>(`button[form="${form}"]`)}
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            {actionsWords.cancel()}
          </Button>
          <Button variant={isMild ? "primary" : "danger"} type="submit" form={form} disabled={isBusy}>
            {isBusy ? actionsWords.wait() : actionWords(shown, of.kind)}
          </Button>
        </>
      }
    >
      <DialogWords>
        {shown === "dismiss" && !isReported(of.kind)
          ? words.nothingChanges({ kind: of.kind })
          : words.hint({ action: shown })}
      </DialogWords>
      <form id={form} className={styles.form} onSubmit={decide}>
        {(shown === "restrict" || shown === "suspend") && (
          <Field
            label={words.days()}
            hint={words.daysHint()}
            type="number"
            inputMode="numeric"
            min={1}
            max={DAYS_MAX}
            required
            value={days}
            onChange={(event) => setDays(event.target.value)}
          />
        )}
        {isMeasure && (
          <>
            <TextField
              label={words.facts()}
              rows={2}
              value={facts}
              hint={facts && words.left({ count: WORDS_MAX - lengthOf(facts) })}
              onChange={(event) => setFacts(clipped(event.target.value, WORDS_MAX))}
            />
            <ReasonChoice legend={words.reason()} chosen={reason} onChoose={setReason} />
          </>
        )}
      </form>
    </Dialog>
  );
}

function useDecision({ of, action, onClose, onDone }: Deciding) {
  const act = useMutation(api.moderation.act);
  const dismiss = useMutation(api.moderation.dismiss);
  const allow = useMutation(api.moderation.allowUpload);
  const [chosen, setReason] = useState<Reason | null>(null);
  const [facts, setFacts] = useState("");
  const [days, setDays] = useState(String(USUAL_DAYS));
  const [isBusy, setBusy] = useState(false);
  // The reason that most reports have.
  const reason = chosen ?? of.reasons[0] ?? "other";

  async function decide(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (action === null || isBusy) return;
    setBusy(true);
    const lasts = action === "restrict" || action === "suspend" ? Number(days) : null;
    try {
      if (action === "dismiss") await dismiss({ caseId: of._id });
      else if (action === "allow") await allow({ caseId: of._id });
      else await act({ caseId: of._id, measure: action, reason, facts, days: lasts });
      toast(words.done());
      onClose();
      onDone();
    } catch (error) {
      // Another moderator was faster: the case says so.
      const isClosed = codeOf(error) === "conflict";
      toast(wordsFor(error, words.couldnt()), { tone: isClosed ? "plain" : "danger" });
      if (isClosed) onClose();
    }
    setBusy(false);
  }

  return { isBusy, reason, setReason, facts, setFacts, days, setDays, decide };
}
