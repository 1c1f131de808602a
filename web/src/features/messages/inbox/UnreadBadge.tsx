import { api } from "../../../api";
import * as notificationsWords from "../../../locales/notifications";
import { useOptionalQuery } from "../../../ui/useOptionalQuery";
import { useViewer } from "../../identity/Viewer";
import styles from "./UnreadBadge.module.css";

const MOST = 99;

/** How many messages are unread, on the way to them. */
export default function UnreadBadge() {
  const { profileId } = useViewer();
  const unread = useOptionalQuery(api.messages.getUnread, { profileId }) ?? 0;
  if (unread === 0) return null;
  return (
    <>
      <b className={styles.badge} aria-hidden="true">
        {unread > MOST ? `${MOST}+` : unread}
      </b>
      <span className="visually-hidden">{notificationsWords.unreadMessages({ count: unread })}</span>
    </>
  );
}
