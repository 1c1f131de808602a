import { late } from "../../ui/late";

/**
 * The dialogs of the forms, whose code is fetched when somebody begins to fill one in: the form itself stands sooner
 * without it.
 */
const code = () => import("./CodeDialog");
const error = () => import("./SignUpError");
const terms = () => import("./TermsDialog");

export function fetchDialogs(): void {
  for (const fetch of [code, error, terms]) void fetch().catch(() => undefined);
}

const isOpen = ({ open }: { open: boolean }) => open;

export const CodeDialog = late(async () => (await code()).CodeDialog, isOpen);
export const SignUpError = late(async () => (await error()).SignUpError, isOpen);
export const TermsDialog = late(async () => (await terms()).TermsDialog, isOpen);
