import { useState } from "react";
import type { Proposal } from "../../api";
import * as words from "../../locales/nextNook";
import { Dialog } from "../../ui/Dialog";
import { useLastNonNull } from "../../ui/useLastNonNull";
import { useNooks } from "../nooks/nooks";
import { EndedEdge } from "./EndedEdge";
import { NextEdge } from "./NextEdge";
import { ShapeTheEdge } from "./ShapeTheEdge";
import { ShapeWhatsNext } from "./ShapeWhatsNext";

/** The dialog of the next nook: curators prove that they are eligible, propose a name, and vote for it. */
export default function ProposalDialog({
  proposal,
  onClose,
}: {
  proposal: Proposal | null;
  onClose: () => void;
}) {
  const [isEligible, setEligible] = useState(false);
  const shown = useLastNonNull(proposal);
  const nooks = useNooks();
  if (shown)
    return (
      <Dialog open onClose={onClose} title={words.nextEdge()}>
        {proposal ? (
          <NextEdge proposal={proposal} onClose={onClose} />
        ) : (
          <EndedEdge name={shown.name} hasPassed={nooks.includes(shown.name)} onClose={onClose} />
        )}
      </Dialog>
    );
  if (!isEligible)
    return (
      <Dialog open onClose={onClose} title={words.shapeTheEdge()}>
        <ShapeTheEdge onEligible={() => setEligible(true)} />
      </Dialog>
    );
  return (
    <Dialog open onClose={onClose} title={words.shapeWhatsNext()}>
      <ShapeWhatsNext />
    </Dialog>
  );
}
