import { useMutation } from "convex/react";
import { useEffect, useMemo, useState } from "react";
import { api, type Notification, type NotificationType, type UnreadCount } from "../../api";
import type { ListItem } from "../../lib/paginatedList";
import { wordsFor } from "../../lib/refusal";
import * as actions from "../../locales/actions";
import * as notificationPopupWords from "../../locales/notificationPopup";
import { paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorBoundary } from "../../ui/ErrorBoundary";
import { Link } from "../../ui/Link";
import { LoadMore } from "../../ui/LoadMore";
import { LongList } from "../../ui/LongList";
import { NewestPill } from "../../ui/NewestPill";
import { Drawer, PopupClose } from "../../ui/Popup";
import { Tabs } from "../../ui/Tabs";
import { toast } from "../../ui/Toast";
import { useCloseOnBack } from "../../ui/useCloseOnBack";
import { type ListScroll, useFrozen, useListScroll } from "../../ui/useListScroll";
import { usePaginatedSubscription } from "../../ui/usePaginatedSubscription";
import { useViewer } from "../identity/Viewer";
import { PeopleSkeleton } from "../people/PersonRow";
import styles from "./NotificationPopup.module.css";
import { NotificationRow } from "./NotificationRow";

const PAGE = 20;
/** Ten new posts stand for more. */
const MOST_SAID = 9;
const TABS: { name: NotificationType; words: () => string }[] = [
  { name: "post_comment", words: notificationPopupWords.posts },
  { name: "sync_flow", words: notificationPopupWords.syncflows },
  { name: "intexted", words: notificationPopupWords.intexted },
];

/** The member's notifications by kind, newest first. */
export default function NotificationPopup({
  unread,
  newPosts = 0,
  onClose,
}: {
  unread: UnreadCount | undefined;
  newPosts?: number | undefined;
  onClose: () => void;
}) {
  // Opening the popup marks posts as seen, but its number stays while it is open.
  const [news] = useState(newPosts);
  const [chosen, setChosen] = useState<NotificationType>("post_comment");
  useLooked();
  const scroll = useListScroll();
  useCloseOnBack(true, onClose);
  return (
    <Drawer label={notificationPopupWords.title()} onClose={onClose}>
      <header className={styles.head}>
        <h2>{notificationPopupWords.title()}</h2>
        {Boolean(unread?.[chosen]) && <AllRead type={chosen} />}
        <PopupClose />
      </header>
      <div ref={scroll.list} className={styles.tabs} onScroll={scroll.onScroll}>
        <Tabs
          label={notificationPopupWords.kinds()}
          chosen={chosen}
          onChoose={setChosen}
          tabs={TABS.map(({ name, words }) => ({
            name,
            words: words(),
            count: unread?.[name],
            content: (
              <ErrorBoundary words={(error) => wordsFor(error, notificationPopupWords.couldntLoad())}>
                {name === "post_comment" && news > 0 && <NewPosts count={news} onClose={onClose} />}
                <Listed type={name} scroll={scroll} onClose={onClose} />
              </ErrorBoundary>
            ),
          }))}
        />
      </div>
    </Drawer>
  );
}

/** Tells the server the time of this look; the server counts by itself. */
function useLooked(): void {
  const { profileId } = useViewer();
  const update = useMutation(api.profiles.updateNotificationCount);
  useEffect(() => {
    update({ profileId, count: 0, lastCheck: new Date().toISOString() }).catch(() => {
      // The next opening of the popup tries again.
    });
  }, [profileId, update]);
}

function AllRead({ type }: { type: NotificationType }) {
  const { profileId } = useViewer();
  const markAll = useMutation(api.notifications.markAllAsRead);
  const act = () =>
    void markAll({ profileId, type }).catch((error) =>
      toast(wordsFor(error, actions.failed()), { tone: "danger" }),
    );
  return (
    <button type="button" className={styles.all} onClick={act}>
      {notificationPopupWords.allRead()}
    </button>
  );
}

function NewPosts({ count, onClose }: { count: number; onClose: () => void }) {
  return (
    <Link to={paths.homeFeed()} className={styles.news} onClick={onClose}>
      {count > MOST_SAID
        ? notificationPopupWords.manyNewPosts({ count: MOST_SAID })
        : notificationPopupWords.newPosts({ count })}
    </Link>
  );
}

/** While the member has scrolled down, new notifications wait above and move nothing. */
function Listed({
  type,
  scroll,
  onClose,
}: {
  type: NotificationType;
  scroll: ListScroll;
  onClose: () => void;
}) {
  const { profileId } = useViewer();
  const freezeLayout = useFrozen({ isHeld: scroll.isScrolledDown, asked: scroll.asked });
  const list = usePaginatedSubscription(
    api.notifications.getNotifications,
    { profileId, type },
    { first: PAGE, positionOf: placeInList, freezeLayout },
  );
  const { positions, waiting, status, loadMore } = list;
  const days = useMemo(() => firstOfDays(positions), [positions]);
  if (status === "LoadingFirstPage") return <ListSkeleton />;
  if (positions.length + waiting.length === 0 && status === "Exhausted")
    return (
      <EmptyState
        title={notificationPopupWords.empty()}
        help={notificationPopupWords.emptyHint()}
        action={
          <ButtonLink to={paths.find()} onClick={onClose}>
            {notificationPopupWords.findPeople()}
          </ButtonLink>
        }
      />
    );
  return (
    <>
      <NewestPill count={waiting.length} noun="notification" onShow={scroll.toNewest} />
      <div className={styles.list}>
        <LongList list={list} gone={(id) => <li key={id} aria-hidden="true" className={styles.gone} />}>
          {(one) => (
            <NotificationRow
              key={rowOf(one)}
              notification={one}
              day={days.get(rowOf(one))}
              onClose={onClose}
            />
          )}
        </LongList>
        <LoadMore status={status} onReach={() => loadMore(PAGE)} />
      </div>
    </>
  );
}

/** The row of a post keeps its key while more comments arrive. */
const rowOf = ({ type, subject, _id }: Notification) => (type === "post_comment" ? subject : _id);
const placeInList = (one: Notification): Position => ({ id: rowOf(one), createdAt: one.createdAt });

interface Position extends ListItem {
  createdAt: string;
}

/** The rows that a day begins with, and their times. */
function firstOfDays(positions: readonly Position[]): ReadonlyMap<string, string> {
  const dayOf = (position: Position | undefined) => position && new Date(position.createdAt).toDateString();
  const shown = positions.filter(({ isDeleted }) => !isDeleted);
  const first = shown.filter((position, at) => dayOf(position) !== dayOf(shown[at - 1]));
  return new Map(first.map(({ id, createdAt }) => [id, createdAt]));
}

function ListSkeleton() {
  return (
    <div className={styles.waiting}>
      <PeopleSkeleton rows={6} words={notificationPopupWords.loading()} />
    </div>
  );
}
