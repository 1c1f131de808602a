import type { Statement } from "../../api";

/** Whether the reader may appeal now. The server sends the end of the time for it, because live results have no clock. */
export function canAppeal({ appealUntil }: Pick<Statement, "appealUntil">, now: Date): boolean {
  return appealUntil !== null && now <= new Date(appealUntil);
}
