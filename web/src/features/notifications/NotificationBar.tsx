import { Suspense, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { api, type Notification } from "../../api";
import { tabNotes } from "../../lib/offlineStorage";
import * as notificationsWords from "../../locales/notifications";
import { Icon } from "../../ui/Icon";
import { lazyWithRetry } from "../../ui/lazyWithRetry";
import { useOptionalQuery } from "../../ui/useOptionalQuery";
import { announceFlow } from "../flow/announcement";
import { fetchInFlow, InFlowAnnouncer } from "../flow/InFlowAnnouncer";
import { useViewer } from "../identity/Viewer";
import styles from "./NotificationBar.module.css";
import { useNotificationClicks } from "./useNotificationClicks";
import { wordsOf } from "./words";

const ROTATE_MS = 3_000;
const fetchPopup = () => import("./NotificationPopup");
const NotificationPopup = lazyWithRetry(fetchPopup);
const QUIET_MS = 5_000;

/** The bell with the number of unread notifications; opens the popup. Previews show in `place`, one after the other. */
export default function NotificationBar({ place }: { place: HTMLElement | null }) {
  const { profileId } = useViewer();
  const unread = useOptionalQuery(api.notifications.getUnreadCount, { profileId });
  const newest = useOptionalQuery(api.notifications.getUnread, { profileId });
  const newPosts = useOptionalQuery(api.posts.getNewPosts, { profileId });
  const [isOpen, setOpen] = useState(false);
  useFlowsAnnounced(newest);
  useFetchedLater(fetchInFlow);
  useNotificationClicks();
  const total = unread?.total ?? 0;
  return (
    <>
      <button
        type="button"
        className={styles.bell}
        aria-label={bellName(total, Boolean(newPosts))}
        onPointerEnter={fetchPopup}
        onClick={() => setOpen(true)}
      >
        <Icon name="bell" />
        {total > 0 ? (
          <span className={styles.count}>{total > 99 ? "99+" : total}</span>
        ) : (
          !!newPosts && <span className={styles.dot} />
        )}
      </button>
      {total > 0 &&
        newest &&
        place &&
        createPortal(<Previews of={newest} onOpen={() => setOpen(true)} />, place)}
      <Suspense>
        {isOpen && <NotificationPopup {...{ unread, newPosts }} onClose={() => setOpen(false)} />}
      </Suspense>
      <InFlowAnnouncer />
    </>
  );
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
    <section aria-label={notificationsWords.unread()}>
      <button
        type="button"
        className={styles.preview}
        onClick={onOpen}
        // The rotation pauses while a pointer or the focus is on it.
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

/** Code for a moment that may come, fetched when everything else is there. */
function useFetchedLater(fetch: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void fetch().catch(() => undefined), QUIET_MS);
    return () => clearTimeout(timer);
  }, [fetch]);
}

/**
 * Announces an accepted request at once, on every screen, even while the page reloads. Notifications from before the
 * tab was opened are in the list only.
 */
function useFlowsAnnounced(newest: Notification[] | undefined): void {
  const { profileId } = useViewer();
  const arrived = newest?.find((one) => one.type === "sync_flow" && one.subject === "in_flow");
  useEffect(() => {
    if (!newest) return;
    const key = `flows:${profileId}`;
    const since = tabNotes.getNote(key) as string | undefined;
    const latest = arrived?.createdAt ?? "";
    if (since !== undefined && arrived?.sender && latest > since)
      announceFlow({ ...arrived.sender, fullName: `@${arrived.sender.username}` });
    if (since === undefined || latest > since) tabNotes.putNote(key, latest);
  }, [newest, arrived, profileId]);
}

function bellName(unread: number, hasNewPosts: boolean): string {
  if (unread > 0) return notificationsWords.bellUnread({ count: unread });
  return hasNewPosts ? notificationsWords.bellNewPosts() : notificationsWords.bell();
}
