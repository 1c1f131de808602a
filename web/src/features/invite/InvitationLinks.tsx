import { useMutation } from "convex/react";
import { type FormEvent, useState } from "react";
import { api, type Invitation } from "../../api";
import { formatLanguage } from "../../lib/language";
import { wordsFor } from "../../lib/refusal";
import * as words from "../../locales/invite";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { toast } from "../../ui/Toast";
import styles from "./Invite.module.css";

const MOST = 1000;

/** Whether the link of an invitation still lets someone in. */
export const isUsable = ({ isRevoked, uses, most, expiresAt }: Invitation, now: Date): boolean =>
  !isRevoked && uses < most && new Date(expiresAt) > now;

/** Makes a link for some people. `left` is how many the member may still invite; null for any number. */
export function NewLink({ left }: { left: number | null }) {
  const create = useMutation(api.moderation.createInvitation);
  const [most, setMost] = useState("1");
  const [isBusy, setBusy] = useState(false);
  if (left === 0) return <p className={styles.note}>{words.none()}</p>;

  async function make(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    try {
      await create({ most: Number(most) });
    } catch (error) {
      toast(wordsFor(error, words.couldntMake()), { tone: "danger" });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={styles.make} onSubmit={make}>
      <Field
        label={words.howMany()}
        type="number"
        inputMode="numeric"
        min={1}
        max={left ?? MOST}
        required
        value={most}
        onChange={(event) => setMost(event.target.value)}
      />
      <Button type="submit" disabled={isBusy}>
        {isBusy ? words.making() : words.make()}
      </Button>
      {left !== null && <p className={styles.note}>{words.left({ count: left })}</p>}
    </form>
  );
}

/** The member's links: how many came in by each, and a way to revoke it. */
export function InvitationLinks({ invitations }: { invitations: Invitation[] }) {
  const revoke = useMutation(api.moderation.revokeInvitation);

  async function end(invitationId: string): Promise<void> {
    try {
      await revoke({ invitationId });
      toast(words.revoked());
    } catch (error) {
      toast(wordsFor(error, words.couldntRevoke()), { tone: "danger" });
    }
  }

  if (invitations.length === 0) return null;
  return (
    <section className={styles.links} aria-label={words.yours()}>
      <ul>
        {invitations.map((each) => (
          <li key={each._id}>
            <span>
              {isUsable(each, new Date()) ? words.used(countsOf(each)) : words.over(countsOf(each))}
            </span>
            {isUsable(each, new Date()) && (
              <Button variant="ghost" onClick={() => end(each._id)}>
                {words.revoke()}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const countsOf = ({ uses, most, expiresAt }: Invitation) => ({
  uses,
  most,
  until: new Date(expiresAt).toLocaleDateString(formatLanguage, { day: "numeric", month: "long" }),
});
