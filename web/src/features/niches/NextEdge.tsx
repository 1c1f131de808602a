import { useMutation } from "convex/react";
import { useId, useState } from "react";
import { api, type Proposal } from "../../api";
import { wordsFor } from "../../lib/refusal";
import { Button } from "../../ui/Button";
import { DialogWords } from "../../ui/Dialog";
import { Progress } from "../../ui/Progress";
import { toast } from "../../ui/Toast";
import { useNow } from "../../ui/useNow";
import styles from "./Forms.module.css";
import { shareOf, timeLeft } from "./time";

const NOT_COUNTED = "Your vote could not be counted. Please try again.";

/** The open proposal, its votes, and the member's own vote. */
export function NextEdge({ proposal, onClose }: { proposal: Proposal; onClose: () => void }) {
  const { name, proposedBy, votes, target, votingEnds, canVote } = proposal;
  const rule = useId();
  const { hasVoted, isBusy, vote } = useVote(proposal, onClose);
  const now = useNow();
  return (
    <div className={styles.form}>
      <strong className={styles.name}>{name.toUpperCase()}</strong>
      <DialogWords>{proposedBy ? `Proposed by @${proposedBy}` : "Proposed by a curator"}</DialogWords>
      <Progress label="Votes towards passing" value={shareOf(votes, target)} />
      <p className={styles.figures}>
        <span>{`${votes} / ${target} to pass`}</span>
        <span>{timeLeft(new Date(votingEnds), now)}</span>
      </p>
      <p className={styles.rule} id={rule}>
        {canVote || hasVoted
          ? "Curators with 180+ days vote; each vote counts 1.5."
          : "You can't vote yet: only curators with 180+ days vote."}
      </p>
      <Button
        variant="primary"
        wide
        disabled={!canVote || hasVoted || isBusy}
        aria-describedby={rule}
        onClick={vote}
      >
        {hasVoted ? "Voted" : isBusy ? "One moment…" : "Vote"}
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
      toast("Your vote has been counted", { title: "Success" });
      // It is a nook from now on, and there is nothing left to vote on.
      if (passed) onClose();
    } catch (error) {
      toast(wordsFor(error, NOT_COUNTED), { title: "Error", tone: "danger" });
    }
    setBusy(false);
  }

  return { hasVoted, isBusy, vote };
}
