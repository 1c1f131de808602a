import { Suspense } from "react";
import { api } from "../../api";
import { lazyWithRetry } from "../../ui/lazyWithRetry";
import { useOptionalQuery } from "../../ui/useOptionalQuery";

const AcceptDialog = lazyWithRetry(() => import("./AcceptDialog"));

/** Asks the member to accept new terms or rules, as soon as there are any. */
export function AskToAccept() {
  const pending = useOptionalQuery(api.policies.getPending, {});
  if (!pending?.length) return null;
  return (
    <Suspense>
      <AcceptDialog documents={pending} />
    </Suspense>
  );
}
