import { Suspense, useState } from "react";
import * as words from "../../locales/invite";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { lazyWithRetry } from "../../ui/lazyWithRetry";

const InviteDialog = lazyWithRetry(() => import("./InviteDialog"));

/** Opens the link to the sign-up, for people who are not here yet. `row` styles it as a row of a list. */
export function InviteButton({ row }: { row?: string | undefined }) {
  const [open, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const show = () => {
    setWanted(true);
    setOpen(true);
  };
  return (
    <>
      {row ? (
        <button type="button" className={row} onClick={show}>
          {words.invite()}
          <Icon name="onward" />
        </button>
      ) : (
        <Button onClick={show}>{words.invite()}</Button>
      )}
      {isWanted && (
        <Suspense>
          <InviteDialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
