import { session } from "../../lib/storage";

const KEY = "invitation";

/** Remembers the invitation of a link until the sign-up is finished, also through the login at a provider. */
export function keepInvitation(search: string): void {
  const invitation = new URLSearchParams(search).get("invite");
  if (invitation) session.set(KEY, invitation);
}

/** Whether a sign-up here needs a reason: an invitation takes the place of a moderator's approval. */
export const asksReason = (entry: string): boolean => entry === "approval" && keptInvitation() === "";

/** The invitation with which this tab was opened; "" without one. */
export const keptInvitation = (): string => session.get(KEY) ?? "";
