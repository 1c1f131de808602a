import { type ComponentType, lazy, Suspense, useState } from "react";
import { untilThere } from "../../lib/untilThere";

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

export const CodeDialog = late(async () => (await code()).CodeDialog);
export const SignUpError = late(async () => (await error()).SignUpError);
export const TermsDialog = late(async () => (await terms()).TermsDialog);

/** A dialog that is nothing until it is first open; if its code does not come, it is asked for until it does. */
function late<Props extends { open: boolean }>(fetch: () => Promise<ComponentType<Props>>) {
  const Late = lazy(async () => ({ default: await untilThere(fetch) })) as unknown as ComponentType<Props>;
  return function LateDialog(props: Props) {
    const [isWanted, setWanted] = useState(props.open);
    if (props.open && !isWanted) setWanted(true);
    if (!isWanted) return null;
    return (
      <Suspense>
        <Late {...props} />
      </Suspense>
    );
  };
}
