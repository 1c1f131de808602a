import { session } from "../../lib/storage";

const KEY = "invitation";

/** Remembers the invitation of a link until the sign-up is finished, also through the login at a provider. */
export function keepInvitation(search: string): void {
  const invitation = new URLSearchParams(search).get("invite");
  if (invitation) session.set(KEY, invitation);
}

/** The invitation with which this tab was opened; "" without one. */
export const keptInvitation = (): string => session.get(KEY) ?? "";
