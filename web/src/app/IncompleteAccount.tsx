import { useEffect, useState } from "react";
import { isSignedIn } from "../features/identity/session";
import { productName, supportEmail } from "../lib/deployment";
import * as words from "../locales/account";
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
