import { Suspense } from "react";
import { lazyWithRetry } from "../../ui/lazyWithRetry";
import { useStanding } from "./standing";

const CantWrite = lazyWithRetry(() => import("./CantWrite"));

/** Asks the member to accept new terms or rules, as soon as there are any. */
export const AskToAccept = () =>
  useStanding()?.hasToAccept ? (
    <Suspense>
      <CantWrite />
    </Suspense>
  ) : null;
