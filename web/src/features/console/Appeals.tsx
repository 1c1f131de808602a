import { useQuery } from "convex/react";
import { api } from "../../api";
import * as words from "../../locales/console";
import { paths } from "../../paths";
import { Ago } from "../../ui/Ago";
import { Avatar } from "../../ui/Avatar";
import { EmptyState } from "../../ui/EmptyState";
import { Link } from "../../ui/Link";
import { measureWords } from "../moderation/reasons";
import { PeopleSkeleton } from "../people/PersonRow";
import styles from "./Queue.module.css";
import { nameOf } from "./words";

/** The undecided appeals, oldest first, live. Each leads to its case. */
export function Appeals({ openId }: { openId: string | null }) {
  const appeals = useQuery(api.moderation.getAppeals, { state: "open" });
  if (!appeals)
    return (
      <div className={styles.blanks}>
        <PeopleSkeleton rows={3} words={words.loadingAppeals()} />
      </div>
    );
  if (appeals.length === 0) return <EmptyState title={words.noAppeals()} help={words.noAppealsHint()} />;
  return (
    <ul className={styles.list}>
      {appeals.map((appeal) => (
        <li key={appeal._id}>
          <Link
            to={paths.case(appeal.caseId, "appeals")}
            className={styles.row}
            aria-current={appeal.caseId === openId || undefined}
            data-case={appeal.caseId}
          >
            <Avatar src={appeal.member.imageUrl} size={40} />
            <span className={styles.words}>
              <strong>{nameOf(appeal.member)}</strong>
              <span>{measureWords(appeal.measure)}</span>
              <span dir="auto">{appeal.words}</span>
            </span>
            <span className={styles.figures}>
              <time dateTime={appeal.createdAt}>
                <Ago since={appeal.createdAt} />
              </time>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
