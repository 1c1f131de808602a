import { useQuery } from "convex/react";
import { api, type OwnReport } from "../../api";
import * as words from "../../locales/safety";
import { Ago } from "../../ui/Ago";
import { SkeletonStatus } from "../../ui/SkeletonStatus";
import styles from "./Decisions.module.css";
import { kindWords, measureWords, reasonWords } from "./reasons";

/** The viewer's reports, newest first, and what became of each. */
export function OwnReports() {
  const reports = useQuery(api.moderation.getReports, {});
  if (!reports)
    return (
      <SkeletonStatus words={words.loadingReports()}>
        <p className={`${styles.none} ${styles.waiting}`}>
          <strong>{words.noReports()}</strong>
          {words.noReportsHint()}
        </p>
      </SkeletonStatus>
    );
  if (reports.length === 0)
    return (
      <p className={styles.none}>
        <strong>{words.noReports()}</strong>
        {words.noReportsHint()}
      </p>
    );
  return (
    <ul>
      {reports.map((report) => (
        <li key={report._id} className={styles.row}>
          <div>
            <p>{kindWords(report.kind)}</p>
            <p>
              {reasonWords(report.reason)} · <Ago since={report.createdAt} />
            </p>
          </div>
          <p className={styles.outcome} data-acted={report.measure !== null || undefined}>
            {outcomeOf(report)}
          </p>
        </li>
      ))}
    </ul>
  );
}

function outcomeOf({ state, measure }: OwnReport): string {
  if (state === "open") return words.waiting();
  return measure ? measureWords(measure) : words.noMeasure();
}
