import { useQuery } from "convex/react";
import { api, type Draft } from "../../api";
import * as words from "../../locales/drafts";
import { paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { SkeletonStatus } from "../../ui/SkeletonStatus";
import styles from "./DraftLists.module.css";
import { DraftRow } from "./DraftRow";
import { timeZone } from "./times";

/** The member's drafts, live: those that could not be posted, the scheduled ones by their time, and all others. */
export function DraftLists() {
  const drafts = useQuery(api.drafts.list);
  if (!drafts) return <Skeleton />;
  if (drafts.length === 0)
    return (
      <EmptyState
        title={words.empty()}
        help={words.emptyHint()}
        action={<ButtonLink to={paths.postFotos()}>{words.newFoto()}</ButtonLink>}
      />
    );
  const scheduled = drafts.filter(({ publishAt }) => publishAt);
  return (
    <div className={styles.lists}>
      <List title={words.failed()} drafts={drafts.filter(({ failure }) => failure)} />
      <List title={words.scheduled()} drafts={scheduled} hint={words.zone({ zone: timeZone() })} />
      <List
        title={words.drafts()}
        drafts={drafts.filter(({ publishAt, failure }) => !publishAt && !failure)}
      />
    </div>
  );
}

function List({ title, hint, drafts }: { title: string; hint?: string; drafts: Draft[] }) {
  if (drafts.length === 0) return null;
  return (
    <section aria-label={title}>
      <header className={styles.head}>
        <h2>{title}</h2>
        {hint && <p>{hint}</p>}
      </header>
      <ul className={styles.list}>
        {drafts.map((draft) => (
          <DraftRow key={draft._id} draft={draft} />
        ))}
      </ul>
    </section>
  );
}

function Skeleton() {
  return (
    <SkeletonStatus words={words.loading()}>
      <div className={styles.lists}>
        {["one", "two", "three"].map((row) => (
          <div key={row} className={styles.row}>
            <span />
            <span />
          </div>
        ))}
      </div>
    </SkeletonStatus>
  );
}
