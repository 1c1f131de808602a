import { useQuery } from "convex/react";
import { encode } from "uqr";
import { api, type Invitation } from "../../api";
import { productName } from "../../lib/deployment";
import { wordsFor } from "../../lib/refusal";
import * as words from "../../locales/invite";
import { paths } from "../../paths";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorBoundary } from "../../ui/ErrorBoundary";
import { Field } from "../../ui/Field";
import { SkeletonStatus } from "../../ui/SkeletonStatus";
import { copyLink, shareLink } from "../../ui/shareLink";
import { InvitationLinks, isUsable, NewLink } from "./InvitationLinks";
import styles from "./Invite.module.css";

/** The light modules around a code, which cameras need to find it. */
const QUIET = 4;

/** The link to the sign-up as a QR code and as text, to copy or to share; with an invitation in it where one is needed. */
export default function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <ErrorBoundary
      about={open}
      words={(error) => wordsFor(error, words.couldntLoad())}
      frame={(failure) => (
        <Dialog open={open} onClose={onClose} title={words.title({ product: productName })}>
          {failure}
        </Dialog>
      )}
    >
      <Invite open={open} onClose={onClose} />
    </ErrorBoundary>
  );
}

function Invite({ open, onClose }: { open: boolean; onClose: () => void }) {
  const known = useQuery(api.moderation.getInvitations, open ? {} : "skip");
  const title = words.title({ product: productName });
  const needsInvitation = known?.entry === "invite";
  const usable = known?.invitations.find((each) => isUsable(each, new Date()));
  const url = known && linkOf(known.entry, usable);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      large={url && <Code url={url} />}
      actions={
        <>
          <Button onClick={onClose}>{words.close()}</Button>
          {url && "share" in navigator && (
            <Button onClick={() => shareLink(url, title)}>{words.share()}</Button>
          )}
          {url && (
            <Button variant="primary" onClick={() => copyLink(url)}>
              {words.copy()}
            </Button>
          )}
        </>
      }
    >
      {known === undefined && (
        <SkeletonStatus words={words.loading()}>
          <div className={styles.blank} />
        </SkeletonStatus>
      )}
      {known?.entry === "closed" && <EmptyState title={words.closed()} />}
      {url && (
        <>
          <DialogWords>{words.hint()}</DialogWords>
          <Field
            label={words.link()}
            readOnly
            value={url}
            dir="ltr"
            onFocus={(event) => event.target.select()}
          />
        </>
      )}
      {needsInvitation && <NewLink left={known.left} />}
      {needsInvitation && <InvitationLinks invitations={known.invitations} />}
    </Dialog>
  );
}

/** The address to send; undefined where an invitation is needed and there is none, or where no one may sign up. */
function linkOf(entry: string, invitation: Invitation | undefined): string | undefined {
  const signUp = window.location.origin + paths.getStarted();
  if (entry === "open") return signUp;
  return entry === "invite" && invitation ? `${signUp}?invite=${invitation._id}` : undefined;
}

function Code({ url }: { url: string }) {
  const { data, size } = encode(url, { border: QUIET });
  const dark = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")));
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={words.code()}>
      <path d={dark.join("")} />
    </svg>
  );
}
