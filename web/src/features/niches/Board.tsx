import { useQuery } from "convex/react";
import { Suspense, useState } from "react";
import { api, type Proposal } from "../../api";
import { wordsFor } from "../../lib/refusal";
import * as nextNookWords from "../../locales/nextNook";
import { ErrorBoundary } from "../../ui/ErrorBoundary";
import { Icon } from "../../ui/Icon";
import { lazyWithRetry } from "../../ui/lazyWithRetry";
import { Progress } from "../../ui/Progress";
import { useNow } from "../../ui/useNow";
import styles from "./Board.module.css";
import { daysLeft, shareOf } from "./time";

const fetchDialog = () => import("./ProposalDialog");
const ProposalDialog = lazyWithRetry(fetchDialog);

/** The board for the curators' next nook, live. A tap opens the dialog with the proposal. */
export function Board() {
  return (
    <section className={styles.place} aria-labelledby="next-nook">
      <ErrorBoundary small words={(error) => wordsFor(error, nextNookWords.couldntLoad())}>
        <Live />
      </ErrorBoundary>
    </section>
  );
}

function Live() {
  const proposal = useQuery(api.niches.getActiveProposal, {});
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.board}
        aria-busy={proposal === undefined}
        aria-haspopup="dialog"
        onPointerEnter={fetchDialog}
        onFocus={fetchDialog}
        onClick={() => setOpen(true)}
      >
        <span className={styles.head}>
          <span id="next-nook" className={styles.title}>
            {nextNookWords.title()}
          </span>
          <span className={styles.onward}>
            <Icon name="onward" />
          </span>
        </span>
        {proposal === undefined && <span className={styles.blank} />}
        {proposal === null && <span className={styles.words}>{nextNookWords.empty()}</span>}
        {proposal && <Standing proposal={proposal} />}
      </button>
      {isOpen && proposal !== undefined && (
        <Suspense>
          <ProposalDialog proposal={proposal} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function Standing({ proposal: { name, votes, votingEnds, target, boardTotal } }: { proposal: Proposal }) {
  const now = useNow();
  return (
    <>
      <strong className={styles.name} dir="auto">
        {name.toUpperCase()}
      </strong>
      <Progress label={nextNookWords.boardLabel()} value={shareOf(votes, boardTotal)} />
      <span className={styles.figures}>
        <span>{nextNookWords.board({ votes, total: boardTotal })}</span>
        <span>{daysLeft(new Date(votingEnds), now)}</span>
      </span>
      <span className={styles.target}>{nextNookWords.passesAt({ votes: target })}</span>
    </>
  );
}
