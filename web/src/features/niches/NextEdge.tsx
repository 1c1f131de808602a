import { useMutation } from "convex/react";
import { useId, useState } from "react";
import { api, type Proposal } from "../../api";
import { wordsFor } from "../../lib/refusal";
import * as actions from "../../locales/actions";
import * as words from "../../locales/nextNook";
import * as reportingWords from "../../locales/reporting";
import { Button } from "../../ui/Button";
import { DialogWords } from "../../ui/Dialog";
import { Progress } from "../../ui/Progress";
import { toast } from "../../ui/Toast";
import { useNow } from "../../ui/useNow";
import { useViewer } from "../identity/Viewer";
import { ReportButton } from "../moderation/ReportButton";
import styles from "./Forms.module.css";
import { shareOf, timeLeft } from "./time";

/** The open proposal, its votes, and the member's own vote. */
export function NextEdge({ proposal, onClose }: { proposal: Proposal; onClose: () => void }) {
  const { name, proposedBy, votes, target, votingEnds, canVote } = proposal;
  const rule = useId();
  const { hasVoted, isBusy, vote } = useVote(proposal, onClose);
  const now = useNow();
  const isOwn = proposedBy === useViewer().username;
  return (
    <div className={styles.form}>
      <strong className={styles.name} dir="auto">
        {name.toUpperCase()}
      </strong>
      <div className={styles.proposer}>
        <DialogWords>
          {proposedBy ? words.proposedBy({ username: proposedBy }) : words.proposedByCurator()}
        </DialogWords>
        {proposedBy && !isOwn && (
          <ReportButton
            subject={{ kind: "proposal", id: proposal._id, username: proposedBy }}
            label={reportingWords.proposal()}
          />
        )}
      </div>
      <Progress label={words.votesLabel()} value={shareOf(votes, target)} />
      <p className={styles.figures}>
        <span>{words.votes({ votes, target })}</span>
        <span>{timeLeft(new Date(votingEnds), now)}</span>
      </p>
      <p className={styles.rule} id={rule}>
        {canVote || hasVoted ? words.whoVotes() : words.cannotVote()}
      </p>
      <Button
        variant="primary"
        wide
        disabled={!canVote || hasVoted || isBusy}
        aria-describedby={rule}
        onClick={vote}
      >
        {hasVoted ? words.voted() : isBusy ? actions.wait() : words.vote()}
      </Button>
    </div>
  );
}

function useVote({ _id: proposalId, hasVoted }: Proposal, onClose: () => void) {
  const voteOnProposal = useMutation(api.niches.voteOnProposal);
  const [isBusy, setBusy] = useState(false);

  async function vote(): Promise<void> {
    setBusy(true);
    try {
      const { passed } = await voteOnProposal({ proposalId, vote: true });
      toast(words.counted(), { title: words.success() });
      // It is a nook from now on, and there is nothing left to vote on.
      if (passed) onClose();
    } catch (error) {
      toast(wordsFor(error, words.couldntVote()), { title: actions.error(), tone: "danger" });
    }
    setBusy(false);
  }

  return { hasVoted, isBusy, vote };
}
