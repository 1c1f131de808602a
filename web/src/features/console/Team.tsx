import { useMutation, useQuery } from "convex/react";
import { useState } from "react";
import { api, type Role, type UserId } from "../../api";
import { wordsFor } from "../../lib/refusal";
import * as words from "../../locales/team";
import { Avatar } from "../../ui/Avatar";
import { Names } from "../../ui/Names";
import { toast } from "../../ui/Toast";
import { useProof } from "../identity/secondStep/useProof";
import { PeopleSkeleton } from "../people/PersonRow";
import { PeopleSearch } from "../profiles/PeopleSearch";
import styles from "./Team.module.css";
import { nameOf } from "./words";

const ROLE_WORDS: Record<Role, () => string> = {
  member: words.member,
  moderator: words.moderator,
  owner: words.owner,
};
const ROLES = Object.keys(ROLE_WORDS) as Role[];

/** The moderators and owners. Owners change roles here, also of members whom they search. */
export function Team({ isOwner }: { isOwner: boolean }) {
  const team = useQuery(api.moderation.getTeam, {});
  if (!team) return <PeopleSkeleton rows={3} words={words.loading()} />;
  const roleOf = (userId: UserId) => team.find(({ member }) => member.userId === userId)?.role ?? "member";
  return (
    <div className={styles.team}>
      <p className={styles.hint}>{words.hint()}</p>
      {isOwner && (
        <section className={styles.part} aria-label={words.give()}>
          <PeopleSearch
            placeholder={words.search()}
            aside={({ userId, username }) => (
              <RoleChoice userId={userId} username={username} role={roleOf(userId)} />
            )}
          />
        </section>
      )}
      <ul aria-label={words.list()}>
        {team.map(({ member, role }) => (
          <li key={member.userId} className={styles.row}>
            <Avatar src={member.imageUrl} size={44} />
            <Names name={member.fullName}>{nameOf(member)}</Names>
            {isOwner ? (
              <RoleChoice userId={member.userId} username={member.username} role={role} />
            ) : (
              <span className={styles.role}>{ROLE_WORDS[role]()}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function RoleChoice({ userId, username, role }: { userId: UserId; username: string; role: Role }) {
  const setRole = useMutation(api.moderation.setRole);
  const [isBusy, setBusy] = useState(false);
  const { withProof, dialog } = useProof();
  async function choose(next: Role): Promise<void> {
    setBusy(true);
    try {
      const isDone = await withProof(() => setRole({ userId, role: next }).then(() => true));
      if (isDone) toast(words.changed());
    } catch (error) {
      toast(wordsFor(error, words.couldntChange()), { tone: "danger" });
    }
    setBusy(false);
  }
  return (
    <>
      <select
        className={styles.choice}
        aria-label={words.roleOf({ username })}
        value={role}
        disabled={isBusy}
        onChange={(event) => choose(event.target.value as Role)}
      >
        {ROLES.map((one) => (
          <option key={one} value={one}>
            {ROLE_WORDS[one]()}
          </option>
        ))}
      </select>
      {dialog}
    </>
  );
}
