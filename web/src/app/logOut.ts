import { leave } from "../features/identity/session";
import { wordsFor } from "../lib/refusal";
import { toast } from "../ui/Toast";
import { paths } from "./paths";

/** A real page load afterwards, so that nothing of this member stays in memory. */
export async function logOut(): Promise<void> {
  try {
    await leave();
    window.location.assign(paths.login());
  } catch (error) {
    toast(wordsFor(error, "Could not sign out. Please try again."), { tone: "danger" });
  }
}
