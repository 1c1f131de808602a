import { useQueries } from "convex/react";
import { useEffect, useState } from "react";
import { api, type OwnApplication } from "../api";
import { isSignedIn } from "../features/identity/session";
import { Applicant } from "../features/moderation/Applicant";
import { productName, supportEmail } from "../lib/deployment";
import * as words from "../locales/account";
import { Button } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { Loading } from "./Loading";
import { logOut } from "./logOut";

const ASKED = { application: { query: api.moderation.getApplication, args: {} } };

/**
 * An account without a member: a moderator has not approved it yet. Or the session has just ended, which the server tells,
 * or a part of the account is missing.
 */
export default function IncompleteAccount() {
  const [isSure, setSure] = useState(false);
  useEffect(() => void isSignedIn().then(setSure), []);
  // `useQuery` would throw the refusal of a session that has ended.
  const { application }: { application?: OwnApplication | null | Error } = useQueries(ASKED);
  if (!isSure || application === undefined) return <Loading />;
  if (application && !(application instanceof Error))
    return <Applicant application={application} onLogOut={() => logOut()} />;
  return (
    <main>
      <title>{productName}</title>
      <EmptyState
        alert
        heading="h1"
        title={words.incomplete()}
        help={words.incompleteHint()}
        action={
          <>
            <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
            <Button onClick={() => logOut()}>{words.logOut()}</Button>
          </>
        }
      />
    </main>
  );
}
