import { usePaginatedQuery } from "convex/react";
import { api, type CaseRow, type CaseState } from "../../api";
import * as words from "../../locales/console";
import { paths } from "../../paths";
import { Ago } from "../../ui/Ago";
import { Avatar } from "../../ui/Avatar";
import { EmptyState } from "../../ui/EmptyState";
import { Link } from "../../ui/Link";
import { LoadMore } from "../../ui/LoadMore";
import { useViewer } from "../identity/Viewer";
import { isReported, kindWords, measureWords, reasonWords } from "../moderation/reasons";
import { PeopleSkeleton } from "../people/PersonRow";
import styles from "./Queue.module.css";
import { lookingWords, nameOf, outcomeOf } from "./words";

const PAGE = 30;

/** The open cases, oldest first, or the closed ones, newest first; live. */
export function Queue({ state, openId }: { state: CaseState; openId: string | null }) {
  const { results, status, loadMore } = usePaginatedQuery(
    api.moderation.getCases,
    { state },
    { initialNumItems: PAGE },
  );
  if (status === "LoadingFirstPage") return <Blanks />;
  if (results.length === 0 && status === "Exhausted")
    return state === "open" ? (
      <EmptyState title={words.noneOpen()} help={words.noneOpenHint()} />
    ) : (
      <EmptyState title={words.noneClosed()} help={words.noneClosedHint()} />
    );
  return (
    <>
      <ul className={styles.list}>
        {results.map((row) => (
          <Row key={row._id} row={row} isOpen={row._id === openId} />
        ))}
      </ul>
      <LoadMore status={status} onReach={() => loadMore(PAGE)}>
        <Blanks />
      </LoadMore>
    </>
  );
}

export function Blanks() {
  return (
    <div className={styles.blanks}>
      <PeopleSkeleton rows={5} words={words.loading()} />
    </div>
  );
}

function Row({ row, isOpen }: { row: CaseRow; isOpen: boolean }) {
  const { member, reasons, measure, state } = row;
  const looking = lookingWords(row, useViewer().username);
  const outcome = outcomeOf(row);
  return (
    <li>
      <Link
        to={paths.case(row._id, row.state)}
        className={styles.row}
        aria-current={isOpen || undefined}
        data-case={row._id}
      >
        <Avatar src={member.imageUrl} size={40} />
        <span className={styles.words}>
          <strong>
            {kindWords(row.kind)} <span className={styles.by}>{words.by({ name: nameOf(member) })}</span>
          </strong>
          <span>
            {isReported(row.kind) ? reasons.map(reasonWords).join(", ") : words.openedFor({ kind: row.kind })}
          </span>
          {state === "closed" && (
            <span>{measure ? measureWords(measure) : words.noMeasure({ outcome })}</span>
          )}
          {looking && <span className={styles.looking}>{looking}</span>}
        </span>
        <span className={styles.figures}>
          {isReported(row.kind) && <span>{words.reports({ count: row.reports })}</span>}
          <time dateTime={row.openedAt}>
            <Ago since={row.closedAt ?? row.openedAt} />
          </time>
        </span>
      </Link>
    </li>
  );
}
