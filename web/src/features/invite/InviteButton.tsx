import { Suspense, useState } from "react";
import * as words from "../../locales/invite";
import { Button } from "../../ui/Button";
import { lazyWithRetry } from "../../ui/lazyWithRetry";

const InviteDialog = lazyWithRetry(() => import("./InviteDialog"));

/** Opens the link to the sign-up, for people who are not here yet. */
export function InviteButton() {
  const [open, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  return (
    <>
      <Button
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        {words.invite()}
      </Button>
      {isWanted && (
        <Suspense>
          <InviteDialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
