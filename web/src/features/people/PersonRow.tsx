import type { ReactNode } from "react";
import type { Profile } from "../../api";
import * as peopleWords from "../../locales/people";
import { paths } from "../../paths";
import { Avatar } from "../../ui/Avatar";
import { Link } from "../../ui/Link";
import { Names } from "../../ui/Names";
import { SkeletonStatus } from "../../ui/SkeletonStatus";
import styles from "./PersonRow.module.css";

type Person = Pick<Profile, "_id" | "username" | "fullName" | "imageUrl">;

/** A member in a list; leads to their wall. `children` stand at the end of the row. */
export function PersonRow({
  person,
  children,
  onGo,
}: {
  person: Person;
  children?: ReactNode;
  onGo?: () => void;
}) {
  return (
    <li className={styles.row}>
      <Link to={paths.preview(person._id)} className={styles.person} onClick={onGo}>
        <Avatar src={person.imageUrl} size={44} />
        <Names name={person.fullName}>@{person.username}</Names>
      </Link>
      {children}
    </li>
  );
}

/** Rows that are on their way. */
export function PeopleSkeleton({
  rows = 4,
  words = peopleWords.loading(),
}: {
  rows?: number;
  words?: string;
}) {
  return (
    <SkeletonStatus words={words}>
      <ul>
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blanks have no identity
          <li key={row} className={styles.row}>
            <span className={styles.blank} />
            <span className={styles.bar} />
          </li>
        ))}
      </ul>
    </SkeletonStatus>
  );
}
