import { ConvexError } from "convex/values";
import { type ReactNode, useState } from "react";
import { fieldOf } from "../../../lib/refusal";
import { lazyDialog } from "../../../ui/lazyWithRetry";

/** The `field` of a refusal that wants a proof first. */
const SECOND_STEP = "second step";

const ProofDialog = lazyDialog(
  async () => (await import("./ProofDialog")).ProofDialog,
  ({ open }) => open,
);

/**
 * `withProof(act)` does something that needs a recent proof: if the server refuses it for that, the member is asked for
 * one, and it is done again. It answers undefined if the member closed the dialog. Put `dialog` on the page. `focusAfter`
 * is where the focus goes from it, if not back to where it came from.
 */
export function useProof(focusAfter?: () => HTMLElement | null): {
  withProof: <Done>(act: () => Promise<Done>) => Promise<Done | undefined>;
  dialog: ReactNode;
} {
  const [settle, setSettle] = useState<((isProved: boolean) => void) | null>(null);

  async function withProof<Done>(act: () => Promise<Done>): Promise<Done | undefined> {
    try {
      return await act();
    } catch (error) {
      if (!wantsProof(error)) throw error;
    }
    const isProved = await new Promise<boolean>((resolve) => setSettle(() => resolve));
    setSettle(null);
    return isProved ? act() : undefined;
  }

  const dialog = (
    <ProofDialog
      open={settle !== null}
      onProved={() => settle?.(true)}
      onClose={() => settle?.(false)}
      focusAfter={focusAfter}
    />
  );
  return { withProof, dialog };
}

/** Whether a call or a request was refused until its member proves to be the owner of the account. */
function wantsProof(error: unknown): boolean {
  const { field } = Object(error instanceof ConvexError ? error.data : { field: fieldOf(error) });
  return field === SECOND_STEP;
}
