import { useRouteError } from "react-router";
import { wordsFor } from "../lib/refusal";
import { Button } from "../ui/Button";
import { Notice } from "../ui/Notice";

/** The last resort: a screen failed as a whole. */
export function ErrorPage() {
  const error = useRouteError();
  return (
    <main>
      <Notice
        alert
        heading="h1"
        title="Unexpected Application Error!"
        help={wordsFor(error, "This page could not be shown. Loading it again often helps.")}
        action={
          <Button look="light" onClick={() => window.location.reload()}>
            Load again
          </Button>
        }
      />
    </main>
  );
}
