import { Suspense } from "react";
import { lazyWithRetry } from "../../ui/lazyWithRetry";
import { useStanding } from "./standing";

const CantWrite = lazyWithRetry(() => import("../policies/CantWrite"));

/** Tells a member who may not write why, whether a moderator restricted them or they have new terms to accept. */
export function RestrictedBanner({ inSafety }: { inSafety?: boolean }) {
  const standing = useStanding();
  return standing?.restrictedUntil || standing?.hasToAccept ? (
    <Suspense>
      <CantWrite as="banner" until={standing.restrictedUntil} inSafety={inSafety} />
    </Suspense>
  ) : null;
}
