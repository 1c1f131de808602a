import type { Conversation } from "../../../api";
import * as messagesWords from "../../../locales/messages";
import { paths } from "../../../paths";
import { Avatar } from "../../../ui/Avatar";
import { Link } from "../../../ui/Link";
import { Names } from "../../../ui/Names";
import { nameOf } from "../names";
import styles from "./Chat.module.css";

/** The other member's name and picture, with a link to their wall. */
export function ChatHead({ conversation: { otherParticipant: other } }: { conversation: Conversation }) {
  const who = (
    <>
      <Avatar src={other.imageUrl} size={40} />
      <Names name={other.fullName ?? messagesWords.deletedMember()}>{other.username && nameOf(other)}</Names>
    </>
  );
  return (
    <header className={styles.head}>
      {other._id ? (
        <Link to={paths.preview(other._id)} className={styles.who}>
          {who}
        </Link>
      ) : (
        <div className={styles.who}>{who}</div>
      )}
    </header>
  );
}
