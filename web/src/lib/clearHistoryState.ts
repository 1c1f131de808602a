/**
 * Deletes the state of this history entry (`usr`, see `history.ts`): a later return to the entry is not that step
 * again.
 */
export const clearHistoryState = (): void =>
  window.history.replaceState({ ...window.history.state, usr: null }, "");
