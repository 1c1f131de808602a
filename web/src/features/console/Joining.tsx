import { useMutation, useQuery } from "convex/react";
import { useState } from "react";
import { type ApplicationId, type ApplicationRow, api } from "../../api";
import { formatLanguage } from "../../lib/language";
import { codeOf, wordsFor } from "../../lib/refusal";
import * as words from "../../locales/joining";
import { Ago } from "../../ui/Ago";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { toast } from "../../ui/Toast";
import { useLastNonNull } from "../../ui/useLastNonNull";
import { PeopleSkeleton } from "../people/PersonRow";
import styles from "./Joining.module.css";
import { focusCase, useCaseKeys } from "./useCaseKeys";
import { WordsDialog } from "./WordsDialog";

/** The requests to join, oldest first, live; below them the refused ones, which can still be approved. */
export function Joining() {
  const waiting = useQuery(api.moderation.getApplications, { state: "waiting" });
  const refused = useQuery(api.moderation.getApplications, { state: "refused" });
  const { decide, isBusy } = useDecide(waiting ?? []);
  const [asked, setAsked] = useState<ApplicationRow | null>(null);
  const shown = useLastNonNull(asked);
  useCaseKeys({
    onLetter: (key) => {
      const row = (waiting ?? []).find(({ _id }) => _id === focusedApplication());
      if (!row || (key !== "a" && key !== "r")) return false;
      if (key === "a") void decide(row._id, true);
      else setAsked(row);
      return true;
    },
    onClose: null,
  });
  if (!waiting || !refused)
    return (
      <div className={styles.blanks}>
        <PeopleSkeleton rows={3} words={words.loading()} />
      </div>
    );
  return (
    <>
      {waiting.length === 0 && <EmptyState title={words.none()} help={words.noneHint()} />}
      <ul className={styles.list} aria-label={words.list()}>
        {waiting.map((row) => (
          <Row
            key={row._id}
            row={row}
            isBusy={isBusy}
            onApprove={() => decide(row._id, true)}
            onRefuse={() => setAsked(row)}
          />
        ))}
      </ul>
      {refused.length > 0 && (
        <section aria-label={words.refusedOnes()}>
          <h2 className={styles.heading}>{words.refusedOnes()}</h2>
          <ul className={styles.list}>
            {refused.map((row) => (
              <Row key={row._id} row={row} isBusy={isBusy} onApprove={() => decide(row._id, true)} />
            ))}
          </ul>
        </section>
      )}
      {shown && (
        <WordsDialog
          key={shown._id}
          open={asked !== null}
          onClose={() => setAsked(null)}
          title={words.refuseTitle({ username: shown.username })}
          hint={words.refuseHint()}
          confirm={words.refuse()}
          done={words.refused()}
          failed={words.couldntDecide()}
          onConfirm={(text) => decide(shown._id, false, text)}
        />
      )}
    </>
  );
}

function Row({
  row,
  isBusy,
  onApprove,
  onRefuse,
}: {
  row: ApplicationRow;
  isBusy: boolean;
  onApprove: () => void;
  onRefuse?: () => void;
}) {
  const { _id, username, fullName, reason, answer, appliedAt, eraseAt } = row;
  return (
    <li className={styles.row} data-application={_id}>
      <p className={styles.head}>
        <strong dir="auto">{fullName}</strong> <span>@{username}</span>
        <time dateTime={appliedAt}>
          <Ago since={appliedAt} />
        </time>
      </p>
      <p className={styles.reason} dir="auto">
        {reason}
      </p>
      {eraseAt && (
        <p className={styles.answer}>
          {words.deletedOn({ date: new Date(eraseAt).toLocaleDateString(formatLanguage) })}
          {answer && <span dir="auto"> · {answer}</span>}
        </p>
      )}
      <div className={styles.buttons}>
        <Button
          variant={onRefuse ? "primary" : "secondary"}
          data-case={onRefuse && _id}
          aria-label={words.approveName({ username })}
          aria-keyshortcuts={onRefuse && "a"}
          disabled={isBusy}
          onClick={onApprove}
        >
          {words.approve()}
        </Button>
        {onRefuse && (
          <Button
            aria-label={words.refuseName({ username })}
            aria-keyshortcuts="r"
            disabled={isBusy}
            onClick={onRefuse}
          >
            {words.refuse()}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Decides, and then puts the focus on the next request, because the decided one leaves the list. */
function useDecide(waiting: ApplicationRow[]) {
  const send = useMutation(api.moderation.decideApplication);
  const [isBusy, setBusy] = useState(false);
  async function decide(id: ApplicationId, approved: boolean, text = ""): Promise<void> {
    if (isBusy) return;
    const at = waiting.findIndex(({ _id }) => _id === id);
    const next = (waiting[at + 1] ?? waiting[at - 1])?._id ?? null;
    setBusy(true);
    try {
      await send({ applicationId: id, approved, words: text });
      if (approved) toast(words.approved());
    } catch (error) {
      // The dialog tells of the failure itself.
      if (!approved) throw error;
      const isLate = codeOf(error) === "conflict";
      toast(wordsFor(error, words.couldntDecide()), { tone: isLate ? "plain" : "danger" });
    } finally {
      setBusy(false);
    }
    requestAnimationFrame(() => focusCase(next));
  }
  return { decide, isBusy };
}

const focusedApplication = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>("[data-application]")?.dataset.application;
