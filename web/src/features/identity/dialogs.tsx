import { lazyDialog } from "../../ui/lazyWithRetry";

/**
 * The dialogs of the forms. Their code is fetched when a member begins to fill one in, so that the form itself shows
 * sooner.
 */
const code = () => import("./CodeDialog");
const error = () => import("./SignUpError");
const terms = () => import("./TermsDialog");

export function fetchDialogs(): void {
  for (const fetch of [code, error, terms]) void fetch().catch(() => undefined);
}

const isOpen = ({ open }: { open: boolean }) => open;

export const CodeDialog = lazyDialog(async () => (await code()).CodeDialog, isOpen);
export const SignUpError = lazyDialog(async () => (await error()).SignUpError, isOpen);
export const TermsDialog = lazyDialog(async () => (await terms()).TermsDialog, isOpen);
