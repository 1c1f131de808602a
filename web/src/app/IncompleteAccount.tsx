import { useEffect, useState } from "react";
import { isSignedIn } from "../features/identity/session";
import { productName, supportEmail } from "../lib/deployment";
import { Button } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { Loading } from "./Loading";
import { logOut } from "./logOut";

/** Either the session has just ended, which the server tells, or a part of the account is missing. */
export default function IncompleteAccount() {
  const [isSure, setSure] = useState(false);
  useEffect(() => void isSignedIn().then(setSure), []);
  if (!isSure) return <Loading />;
  return (
    <main>
      <title>{productName}</title>
      <EmptyState
        alert
        heading="h1"
        title="Something is missing"
        help="Account created but failed to save additional data. Please contact support."
        action={
          <>
            <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
            <Button onClick={() => logOut()}>Log out</Button>
          </>
        }
      />
    </main>
  );
}
