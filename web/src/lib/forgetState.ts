/**
 * Forgets what the step to this entry of the history carried (`usr`, see `history.ts`): whoever comes back to the entry later
 * has not just taken that step.
 */
export const forgetState = (): void =>
  window.history.replaceState({ ...window.history.state, usr: null }, "");
