import { type ReactNode, useCallback, useState } from "react";
import { wordsFor } from "../../../lib/refusal";
import * as words from "../../../locales/twoFactor";
import { toast } from "../../../ui/Toast";
import { useSignInsRead } from "../useSignInsRead";
import { type Factors, factors as readFactors } from "./requests";
import { useProof } from "./useProof";

/**
 * Makes a change, asks for a proof where the server wants one, reads the list again, and says `done`. A change may answer
 * recovery codes, whose dialog says enough. `errorWords` is what to say about an error, null for nothing.
 */
export type Change = (
  act: () => Promise<unknown>,
  done: string,
  errorWords?: (error: unknown) => string | null,
) => Promise<void>;

/** The member's second steps, and the changes of them. `codes` are new recovery codes, to be written down. */
export function useFactors(): {
  factors: Factors | null;
  error: string;
  isBusy: boolean;
  codes: string[] | null;
  read: () => Promise<void>;
  change: Change;
  showCodes: (codes: string[] | null) => void;
  dialog: ReactNode;
} {
  const [factors, setFactors] = useState<Factors | null>(null);
  const [error, setError] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [codes, showCodes] = useState<string[] | null>(null);
  const { withProof, dialog } = useProof();

  const read = useCallback(async () => {
    setError("");
    try {
      setFactors(await readFactors());
    } catch (refusal) {
      setError(wordsFor(refusal, words.couldntLoad()));
    }
  }, []);
  useSignInsRead(read);

  const change: Change = async (act, done, errorWords = (refusal) => wordsFor(refusal, words.failed())) => {
    setBusy(true);
    try {
      const answer = await withProof(act);
      if (Array.isArray(answer)) showCodes(answer);
      else if (answer !== undefined) toast(done);
    } catch (refusal) {
      const said = errorWords(refusal);
      if (said) toast(said, { tone: "danger" });
    }
    await read();
    setBusy(false);
  };

  return { factors, error, isBusy, codes, read, change, showCodes, dialog };
}
