import { lazy, Suspense, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { api, type Notification } from "../../api";
import { Icon } from "../../ui/Icon";
import { useIfKnown } from "../../ui/useIfKnown";
import { announceFlow } from "../flow/announcement";
import { useViewer } from "../identity/Viewer";
import styles from "./NotificationBar.module.css";
import { useCalledTo } from "./useCalledTo";
import { wordsOf } from "./words";

const ROTATE_MS = 3_000;
const PREVIEWS = 9;
const fetchPopup = () => import("./NotificationPopup");
const NotificationPopup = lazy(fetchPopup);
const InFlowPopup = lazy(() => import("../flow/InFlowPopup"));

/** The bell with what is unread; opens the popup. Previews of it show in `place`, one after the other. */
export default function NotificationBar({ place }: { place: HTMLElement | null }) {
  const { profileId } = useViewer();
  const unread = useIfKnown(api.notifications.getUnreadCount, { profileId });
  const newest = useIfKnown(api.notifications.getNotifications, {
    profileId,
    paginationOpts: { numItems: PREVIEWS, cursor: null },
  })?.page;
  const [isOpen, setOpen] = useState(false);
  useFlowsAnnounced(newest);
  useCalledTo();
  const total = unread?.total ?? 0;
  useRoomKept(place, unread && total > 0);
  return (
    <>
      <button
        type="button"
        className={styles.bell}
        aria-label={total ? `Notifications, ${total} unread` : "Notifications"}
        onPointerEnter={fetchPopup}
        onClick={() => setOpen(true)}
      >
        <Icon name="bell" />
        {total > 0 && <span className={styles.count}>{total > 99 ? "99+" : total}</span>}
      </button>
      {total > 0 &&
        newest &&
        place &&
        createPortal(<Previews of={newest.filter((one) => !one.read)} onOpen={() => setOpen(true)} />, place)}
      <Suspense>
        {isOpen && <NotificationPopup unread={unread} onClose={() => setOpen(false)} />}
        <InFlowPopup />
      </Suspense>
    </>
  );
}

/** The next page load leaves room for the previews if there are any now. */
function useRoomKept(place: HTMLElement | null, isUnread: boolean | undefined): void {
  useEffect(() => {
    if (!place || isUnread === undefined) return;
    place.dataset.kept = String(isUnread);
    localStorage.setItem("unread", String(isUnread));
  }, [place, isUnread]);
}

function Previews({ of: shown, onOpen }: { of: Notification[]; onOpen: () => void }) {
  const [turn, setTurn] = useState(0);
  const [isHeld, setHeld] = useState(false);
  const isTurning = shown.length > 1 && !isHeld;
  useEffect(() => {
    if (!isTurning) return;
    const timer = setInterval(() => setTurn((before) => before + 1), ROTATE_MS);
    return () => clearInterval(timer);
  }, [isTurning]);
  const now = shown[turn % Math.max(1, shown.length)];
  if (!now) return null;
  return (
    <section aria-label="Unread">
      <button
        type="button"
        className={styles.preview}
        onClick={onOpen}
        // Whoever reads it, or is about to press it, is not hurried.
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        <span key={now._id}>{wordsOf(now)}</span>
      </button>
    </section>
  );
}

/** Whoever asked is told at once, on whatever screen, when the other accepts. */
function useFlowsAnnounced(newest: Notification[] | undefined): void {
  const [since, setSince] = useState<string | null>(null);
  const arrived = newest?.find((one) => one.type === "sync_flow" && one.subject === "in_flow" && !one.read);
  useEffect(() => {
    if (!newest) return;
    const latest = arrived?.createdAt ?? "";
    // What lay there when the page was opened is in the list; it is not news.
    if (since !== null && arrived?.sender && latest > since)
      announceFlow({ ...arrived.sender, fullName: `@${arrived.sender.username}` });
    if (since === null || latest > since) setSince(latest);
  }, [newest, arrived, since]);
}
