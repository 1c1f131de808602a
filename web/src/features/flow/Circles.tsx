import { useMutation, useQuery } from "convex/react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { api, type FlowRequest, type FlowRequestId } from "../../api";
import { paths } from "../../app/paths";
import { wordsFor } from "../../lib/refusal";
import { Avatar } from "../../ui/Avatar";
import { Button, ButtonLink } from "../../ui/Button";
import { Notice } from "../../ui/Notice";
import { toast } from "../../ui/Toast";
import { Waiting } from "../../ui/Waiting";
import { useViewer } from "../identity/Viewer";
import { announceFlow } from "./announcement";
import styles from "./Circles.module.css";

const BLANKS = 6;

type Party = FlowRequest["sender"];

/** Those who ask: a circle of faces. One of them tapped or pointed at offers Syncflow, Bounce and their wall. */
export function IncomingCircle() {
  const accept = useSettle(useMutation(api.flowRequests.accept));
  const reject = useSettle(useMutation(api.flowRequests.reject));
  return (
    <Circle
      query={api.flowRequests.getIncoming}
      label="Requests to you"
      empty={
        <Notice
          title="Nobody is waiting"
          help="When a member wants to syncflow with you, they stand here."
          action={<ButtonLink to={paths.find()}>Find people</ButtonLink>}
        />
      }
      partyOf={(request) => request.sender}
      actions={(request) => (
        <>
          <Button
            look="light"
            onClick={() =>
              accept(request, () =>
                announceFlow({ ...request.sender, fullName: `@${request.sender.username}` }),
              )
            }
          >
            Syncflow
          </Button>
          <Button onClick={() => reject(request)}>Bounce</Button>
        </>
      )}
    />
  );
}

/** Those one has asked; a request can be taken back. */
export function OutgoingCircle() {
  const cancel = useSettle(useMutation(api.flowRequests.cancel));
  return (
    <Circle
      query={api.flowRequests.getOutgoing}
      label="Your requests"
      empty={
        <Notice
          title="No requests on their way"
          help="Find somebody whose eye you like, and syncflow."
          action={<ButtonLink to={paths.find()}>Find people</ButtonLink>}
        />
      }
      partyOf={(request) => request.receiver}
      actions={(request) => <Button onClick={() => cancel(request)}>detach</Button>}
    />
  );
}

function Circle({
  query,
  label,
  empty,
  partyOf,
  actions,
}: {
  query: typeof api.flowRequests.getIncoming;
  label: string;
  empty: ReactNode;
  partyOf: (request: FlowRequest) => Party;
  actions: (request: FlowRequest) => ReactNode;
}) {
  const { profileId } = useViewer();
  const [trail, setTrail] = useState<FlowRequestId[]>([]);
  const [chosen, setChosen] = useState<FlowRequestId | null>(null);
  const found = useQuery(query, { profile_id: profileId, cursor: trail.at(-1) ?? null });
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  // The circle before stays until the next one is there.
  const circle = found ?? last;
  if (!circle) return <CircleSkeleton />;
  const { requests, total, next_cursor: next } = circle;
  if (found && requests.length === 0 && trail.length > 0) setTrail(trail.slice(0, -1));
  if (total === 0) return empty;
  const at = requests.find((request) => request.id === chosen) ?? requests[0];
  return (
    <section className={styles.whole} aria-label={label}>
      <ul className={styles.circle} style={{ "--count": requests.length } as React.CSSProperties}>
        {requests.map((request, index) => (
          <li key={request.id} style={{ "--at": index } as React.CSSProperties}>
            <button
              type="button"
              className={styles.face}
              aria-pressed={request.id === at?.id}
              aria-label={`@${partyOf(request).username}`}
              onClick={() => setChosen(request.id)}
              // A finger that rests on a face does what a pointer over it does, and no menu of the browser comes up.
              onPointerEnter={() => setChosen(request.id)}
              onContextMenu={(event) => event.preventDefault()}
            >
              <Avatar src={partyOf(request).imageUrl} size={56} />
            </button>
          </li>
        ))}
        {at && (
          <li className={styles.middle}>
            <strong>@{partyOf(at).username}</strong>
            {actions(at)}
            <Link to={paths.preview(partyOf(at).profile_id)}>View profile</Link>
          </li>
        )}
      </ul>
      {(trail.length > 0 || next) && (
        <p className={styles.turn}>
          <Button look="quiet" disabled={trail.length === 0} onClick={() => setTrail(trail.slice(0, -1))}>
            prev
          </Button>
          <span>{`${total} in all`}</span>
          <Button look="quiet" disabled={!next} onClick={() => next && setTrail([...trail, next])}>
            next
          </Button>
        </p>
      )}
    </section>
  );
}

/** The faces before one knows whose. */
function CircleSkeleton() {
  return (
    <div className={styles.whole}>
      <Waiting words="Loading requests">
        <ul className={styles.circle} style={{ "--count": BLANKS } as React.CSSProperties}>
          {Array.from({ length: BLANKS }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: blanks have no identity
            <li key={at} style={{ "--at": at } as React.CSSProperties}>
              <span className={`${styles.face} ${styles.blank}`} />
            </li>
          ))}
        </ul>
      </Waiting>
    </div>
  );
}

/** Settles a request; whatever goes wrong is said, and the list stays as the server has it. */
function useSettle(settle: (given: { requestId: FlowRequestId }) => Promise<unknown>) {
  return (request: FlowRequest, then?: () => void) =>
    settle({ requestId: request.id })
      .then(then)
      .catch((error) => toast(wordsFor(error, "That did not work. Please try again."), { tone: "danger" }));
}
