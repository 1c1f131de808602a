import { Suspense } from "react";
import type { OwnApplication } from "../../api";
import { productName } from "../../lib/deployment";
import { formatLanguage } from "../../lib/language";
import * as accountWords from "../../locales/account";
import * as words from "../../locales/application";
import { paths } from "../../paths";
import { Button } from "../../ui/Button";
import { Page } from "../../ui/Page";
import { Wordmark } from "../../ui/Wordmark";
import { DeleteAccount } from "../identity/DeleteAccount";
import { DownloadData } from "../identity/DownloadData";
import styles from "./Applicant.module.css";

/** All that an applicant sees: their request, and what became of it. An approval opens the app in its place, live. */
export function Applicant({ application, onLogOut }: { application: OwnApplication; onLogOut: () => void }) {
  const { state, email, reason, answer, eraseAt } = application;
  const isRefused = state === "refused";
  return (
    <Page
      title={isRefused ? words.refused() : words.waiting()}
      lead={isRefused ? words.refusedHint({ date: dayOf(eraseAt) }) : words.waitingHint({ email })}
      head={
        <>
          <Wordmark />
          <Button variant="ghost" onClick={onLogOut}>
            {accountWords.logOut()}
          </Button>
        </>
      }
    >
      <title>{productName}</title>
      <div className={styles.request} role="status">
        {isRefused && answer && (
          <figure>
            <figcaption>{words.theirWords()}</figcaption>
            <blockquote dir="auto">{answer}</blockquote>
          </figure>
        )}
        <figure>
          <figcaption>{words.yourWords()}</figcaption>
          <blockquote dir="auto">{reason}</blockquote>
        </figure>
      </div>
      <div className={styles.account}>
        <Suspense>
          <DownloadData place={paths.homeFeed()} />
          <DeleteAccount
            place={paths.homeFeed()}
            onDeleted={() => window.location.replace(paths.landing())}
          />
        </Suspense>
      </div>
    </Page>
  );
}

const dayOf = (moment: string | null): string =>
  moment === null
    ? ""
    : new Date(moment).toLocaleDateString(formatLanguage, {
        day: "numeric",
        month: "long",
        year: "numeric",
      });
