import { Suspense } from "react";
import { lazyWithRetry } from "../../ui/lazyWithRetry";
import { useStanding } from "./standing";

const CantWrite = lazyWithRetry(() => import("./CantWrite"));

/** Tells a member who may not write why: a moderator restricted them, or there are new terms to accept. */
export function RestrictedBanner() {
  const standing = useStanding();
  return standing?.restrictedUntil || standing?.hasToAccept ? (
    <Suspense>
      <CantWrite until={standing.restrictedUntil} />
    </Suspense>
  ) : null;
}
