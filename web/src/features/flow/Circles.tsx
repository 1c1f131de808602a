import { useMutation, useQuery } from "convex/react";
import { type ReactNode, useRef, useState } from "react";
import { api, type FlowRequest, type FlowRequestId, type ProfileId } from "../../api";
import { codeOf, wordsFor } from "../../lib/refusal";
import * as actionsOf from "../../locales/actions";
import * as requestsWords from "../../locales/requests";
import { paths } from "../../paths";
import { Avatar } from "../../ui/Avatar";
import { Button, ButtonLink } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { Link } from "../../ui/Link";
import { SkeletonStatus } from "../../ui/SkeletonStatus";
import { toast } from "../../ui/Toast";
import { useViewer } from "../identity/Viewer";
import { InviteButton } from "../invite/InviteButton";
import { announceFlow } from "./announcement";
import styles from "./Circles.module.css";

const BLANKS = 6;
const FIRST = "first";
const OTHER_FACE = 'button[aria-pressed="false"]';

type Party = FlowRequest["sender"];

/** One of the things to do about a request. It is over when the promise is. */
interface Action {
  words: string;
  variant: "primary" | "secondary";
  settle: (request: FlowRequest) => Promise<unknown>;
}

/**
 * Members who ask for a syncflow, in a circle. A tap or a pointer on one of them offers Syncflow, Bounce and their
 * wall; `about` says more of who it is.
 */
export function IncomingCircle({ about }: { about: (profileId: ProfileId) => ReactNode }) {
  const accept = useMutation(api.flowRequests.accept);
  const reject = useMutation(api.flowRequests.reject);
  async function comeIntoFlow({ id, sender }: FlowRequest): Promise<void> {
    await accept({ requestId: id });
    announceFlow({ ...sender, fullName: `@${sender.username}` });
  }
  return (
    <Circle
      query={api.flowRequests.getIncoming}
      label={requestsWords.incoming()}
      empty={
        <EmptyState
          title={requestsWords.noRequests()}
          help={requestsWords.noRequestsHint()}
          action={
            <>
              <ButtonLink to={paths.find()}>{requestsWords.findPeople()}</ButtonLink>
              <InviteButton />
            </>
          }
        />
      }
      partyOf={(request) => request.sender}
      about={({ profile_id }) => about(profile_id)}
      actions={[
        { words: requestsWords.syncflow(), variant: "primary", settle: comeIntoFlow },
        {
          words: requestsWords.bounce(),
          variant: "secondary",
          settle: ({ id }) => reject({ requestId: id }),
        },
      ]}
    />
  );
}

/** Members whom the viewer has asked; a request can be taken back. */
export function OutgoingCircle() {
  const cancel = useMutation(api.flowRequests.cancel);
  return (
    <Circle
      query={api.flowRequests.getOutgoing}
      label={requestsWords.outgoing()}
      empty={
        <EmptyState
          title={requestsWords.noOutgoing()}
          help={requestsWords.noOutgoingHint()}
          action={
            <>
              <ButtonLink to={paths.find()}>{requestsWords.findPeople()}</ButtonLink>
              <InviteButton />
            </>
          }
        />
      }
      partyOf={(request) => request.receiver}
      actions={[
        {
          words: requestsWords.detach(),
          variant: "secondary",
          settle: ({ id }) => cancel({ requestId: id }),
        },
      ]}
    />
  );
}

function Circle({
  query,
  label,
  empty,
  partyOf,
  about,
  actions,
}: {
  query: typeof api.flowRequests.getIncoming;
  label: string;
  empty: ReactNode;
  partyOf: (request: FlowRequest) => Party;
  about?: (party: Party) => ReactNode;
  actions: Action[];
}) {
  const { profileId } = useViewer();
  const [trail, setTrail] = useState<FlowRequestId[]>([]);
  // The first request is chosen on arrival. After that only the member's own action changes the middle: an automatic
  // change could move another request under a finger that is about to press.
  const [chosen, setChosen] = useState<FlowRequestId | typeof FIRST | null>(FIRST);
  const ring = useRef<HTMLUListElement>(null);
  const found = useQuery(query, { profile_id: profileId, cursor: trail.at(-1) ?? null });
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  // The previous circle stays until the next one has loaded.
  const circle = found ?? last;
  if (!circle) return <CircleSkeleton />;
  const { requests, total, next_cursor: next } = circle;
  if (found && requests.length === 0 && trail.length > 0) setTrail(trail.slice(0, -1));
  if (total === 0) {
    if (chosen !== FIRST) setChosen(FIRST);
    return empty;
  }
  if (found && chosen === FIRST && requests[0]) setChosen(requests[0].id);
  const at = requests.find((request) => request.id === chosen);
  const isLong = trail.length > 0 || next !== null;
  function turn(to: FlowRequestId[]): void {
    setTrail(to);
    setChosen(FIRST);
  }
  function leave(settled: FlowRequest): void {
    setChosen((now) => (now === settled.id ? null : now));
    if (isInMiddle(document.activeElement)) ring.current?.querySelector<HTMLElement>(OTHER_FACE)?.focus();
  }
  return (
    <section className={styles.whole} aria-label={label}>
      <ul ref={ring} className={styles.circle} style={{ "--count": requests.length } as React.CSSProperties}>
        {requests.map((request, index) => (
          <li key={request.id} style={{ "--at": index } as React.CSSProperties}>
            <button
              type="button"
              className={styles.face}
              aria-pressed={request.id === at?.id}
              aria-label={`@${partyOf(request).username}`}
              onClick={() => setChosen(request.id)}
              // A long press does the same as a pointer, without the browser's context menu.
              onPointerEnter={() => setChosen(request.id)}
              onContextMenu={(event) => event.preventDefault()}
            >
              <Avatar src={partyOf(request).imageUrl} size={56} />
            </button>
          </li>
        ))}
        {at && (
          <Middle
            key={at.id}
            request={at}
            party={partyOf(at)}
            actions={actions}
            onSettled={() => leave(at)}
          />
        )}
      </ul>
      {total > 1 && (
        <p className={styles.turn}>
          {isLong && (
            <Button variant="ghost" disabled={trail.length === 0} onClick={() => turn(trail.slice(0, -1))}>
              {requestsWords.previous()}
            </Button>
          )}
          <span>{requestsWords.total({ total })}</span>
          {isLong && (
            <Button variant="ghost" disabled={!next} onClick={() => next && turn([...trail, next])}>
              {requestsWords.next()}
            </Button>
          )}
        </p>
      )}
      {at && about?.(partyOf(at))}
    </section>
  );
}

/** The chosen request and its actions. Only the first press counts until the server has answered. */
function Middle({
  request,
  party,
  actions,
  onSettled,
}: {
  request: FlowRequest;
  party: Party;
  actions: Action[];
  onSettled: () => void;
}) {
  const [isBusy, setBusy] = useState(false);
  async function press({ settle }: Action): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      await settle(request);
      onSettled();
    } catch (error) {
      // The other member, or this one on another page, was faster: the request is gone already.
      if (codeOf(error) === "not_found") return onSettled();
      toast(wordsFor(error, actionsOf.failed()), { tone: "danger" });
      setBusy(false);
    }
  }
  return (
    <li className={styles.middle}>
      <strong>@{party.username}</strong>
      {actions.map((action) => (
        <Button
          key={action.words}
          variant={action.variant}
          // With `disabled` it would lose the focus, and after a failure the focus would be nowhere.
          aria-disabled={isBusy}
          onClick={() => press(action)}
        >
          {action.words}
        </Button>
      ))}
      <Link to={paths.preview(party.profile_id)}>{requestsWords.viewProfile()}</Link>
    </li>
  );
}

/** Placeholders until the requests are loaded. */
function CircleSkeleton() {
  return (
    <div className={styles.whole}>
      <SkeletonStatus words={requestsWords.loading()}>
        <ul className={styles.circle} style={{ "--count": BLANKS } as React.CSSProperties}>
          {Array.from({ length: BLANKS }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: blanks have no identity
            <li key={at} style={{ "--at": at } as React.CSSProperties}>
              <span className={`${styles.face} ${styles.blank}`} />
            </li>
          ))}
        </ul>
      </SkeletonStatus>
    </div>
  );
}

/** Whether the focus is in the middle of a circle, or was until that went. */
const isInMiddle = (focus: Element | null): boolean =>
  focus === document.body || Boolean(focus?.closest(`.${styles.middle}`));
