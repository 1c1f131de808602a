import { useMutation, useQuery } from "convex/react";
import { useState } from "react";
import { api, type Profile, type Standing } from "../../api";
import { codeOf, wordsFor } from "../../lib/refusal";
import * as flowWords from "../../locales/flow";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { Drawing } from "../../ui/Icon";
import { toast } from "../../ui/Toast";
import { useViewer } from "../identity/Viewer";
import { announceFlow } from "./announcement";
import styles from "./SyncflowButton.module.css";

const FLOW = "M3 9c3-3 6-3 9 0s6 3 9 0M3 15c3-3 6-3 9 0s6 3 9 0";

type Person = Pick<Profile, "_id" | "username" | "fullName" | "imageUrl">;

/**
 * The button for the relation to a member, live. Hidden on the viewer's own profile. A list that asks for all its
 * members at once gives the `standing`: null until it is known.
 */
export function SyncflowButton({
  person,
  standing: given,
  variant = "primary",
}: {
  person: Person;
  standing?: Standing | null;
  variant?: "primary" | "secondary";
}) {
  const viewer = useViewer();
  const isOneself = person._id === viewer.profileId;
  const isAsked = !isOneself && given === undefined;
  const own = useQuery(api.flowRequests.getStanding, isAsked ? { profile_id: person._id } : "skip");
  const standing = given ?? own;
  const [isBreaking, setBreaking] = useState(false);
  const { ask, isAsking } = useAsk(person, Boolean(standing?.incoming));
  if (isOneself) return null;
  if (standing?.synced) {
    return (
      <>
        <Button onClick={() => setBreaking(true)}>
          <span className={styles.synced}>
            <Drawing path={FLOW} />
            {flowWords.flowSynced()}
          </span>
        </Button>
        <BreakDialog person={person} open={isBreaking} onClose={() => setBreaking(false)} />
      </>
    );
  }
  const isPending = Boolean(standing?.outgoing);
  return (
    <Button variant={variant} disabled={!standing || isAsking || isPending} onClick={ask}>
      {!standing || isAsking || isPending ? flowWords.outgoing() : flowWords.syncflow()}
    </Button>
  );
}

/**
 * Sends a request, unless the other member has sent one: that one waits in the bucket. Two requests at the same
 * moment bring both into flow.
 */
function useAsk(person: Person, isInBucket: boolean) {
  const viewer = useViewer();
  const request = useMutation(api.flowRequests.requestSync);
  const [isAsking, setAsking] = useState(false);
  async function ask(): Promise<void> {
    if (isInBucket) return toast(flowWords.inBucket());
    setAsking(true);
    try {
      const made = await request({ sender_id: viewer.profileId, receiver_id: person._id });
      if (made.status === "accepted") announceFlow(person);
    } catch (error) {
      const words = wordsFor(error, flowWords.couldntAsk());
      toast(words, { tone: codeOf(error) === "conflict" ? "plain" : "danger" });
    } finally {
      setAsking(false);
    }
  }
  return { ask, isAsking };
}

function BreakDialog({ person, open, onClose }: { person: Person; open: boolean; onClose: () => void }) {
  const viewer = useViewer();
  const breakFlow = useMutation(api.profiles.breakFlow);
  async function confirm(): Promise<void> {
    onClose();
    try {
      await breakFlow({ profileId: viewer.profileId, otherId: person._id });
    } catch (error) {
      toast(wordsFor(error, flowWords.couldntBreak()), { tone: "danger" });
    }
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={flowWords.breakQuestion({ username: person.username })}
      actions={
        <>
          <Button onClick={onClose}>{flowWords.neverMind()}</Button>
          <Button variant="danger" onClick={confirm}>
            {flowWords.hadEnough()}
          </Button>
        </>
      }
    >
      <DialogWords>{flowWords.breakHint()}</DialogWords>
    </Dialog>
  );
}
