import { useConvexAuth } from "convex/react";
import { use, useState } from "react";
import { SignUpError, TermsDialog } from "../features/identity/dialogs";
import { EntryPage } from "../features/identity/EntryPage";
import { complete, type Newcomer, newcomer, useMethods } from "../features/identity/hosted";
import type { Profile } from "../features/identity/identity";
import { asksReason } from "../features/identity/invitation";
import { type FieldError, findProfileError } from "../features/identity/rules";
import { SignUpForm } from "../features/identity/SignUpForm";
import { markSignedIn } from "../features/identity/session";
import { productName } from "../lib/deployment";
import { codeOf, fieldOf, wordsFor } from "../lib/refusal";
import * as actions from "../locales/actions";
import * as identityWords from "../locales/identity";
import * as signUpWords from "../locales/signUp";
import { paths } from "../paths";
import { Button } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { Navigate } from "../ui/Router";

/** Asks for the data that a provider has not given about a new member, then goes on to the nooks. */
export function FinishSignUp() {
  const { isAuthenticated } = useConvexAuth();
  const [isNew, setNew] = useState(false);
  const somebody = use(newcomer());
  if (isAuthenticated) return <Navigate to={isNew ? paths.nooks() : paths.homeFeed()} replace />;
  if ("issuer" in somebody) return <Rest of={somebody} onDone={() => setNew(true)} />;
  if (somebody.problem === "expired") return <Expired />;
  return (
    <main>
      <title>{signUpWords.pageTitle({ product: productName })}</title>
      <EmptyState
        alert
        heading="h1"
        title={signUpWords.almostIn()}
        help={somebody.words}
        action={
          <Button variant="primary" onClick={() => window.location.reload()}>
            {actions.retry()}
          </Button>
        }
      />
    </main>
  );
}

const Expired = () => <Navigate to={paths.loginAfter("expired")} replace />;

function Rest({
  of: { label, email, fullName, username, dateOfBirth },
  onDone,
}: {
  of: Newcomer;
  onDone: () => void;
}) {
  const { entry } = useMethods();
  const { error, busy, isTooLate, shows, send, read, close } = useRest(onDone);
  if (isTooLate) return <Expired />;
  return (
    <EntryPage
      title={signUpWords.title()}
      lead={
        email
          ? signUpWords.youComeFromAs({ provider: label, email })
          : signUpWords.youComeFrom({ provider: label })
      }
      way={{ to: paths.login(), words: signUpWords.login() }}
    >
      <title>{signUpWords.pageTitle({ product: productName })}</title>
      <SignUpForm
        known={{ fullName, username, dateOfBirth }}
        asksReason={asksReason(entry)}
        busy={busy}
        error={error}
        onSubmit={send}
        onTerms={read}
      />
      <TermsDialog open={shows === "terms"} onClose={close} />
      <SignUpError open={shows === "error"} error={error} onClose={close} />
    </EntryPage>
  );
}

function useRest(onDone: () => void) {
  const [error, setError] = useState<FieldError | null>(null);
  const [shows, setShows] = useState<"terms" | "error" | null>(null);
  const [busy, setBusy] = useState(false);
  const [isTooLate, setTooLate] = useState(false);

  function object(wrong: FieldError): void {
    setError(wrong);
    setShows("error");
  }

  async function send({ fullName, username, dateOfBirth, termsAccepted, reason }: Profile): Promise<void> {
    const profile = { fullName, username, dateOfBirth, termsAccepted, reason };
    const wrong = findProfileError(profile);
    if (wrong) return object(wrong);
    setBusy(true);
    setError(null);
    try {
      await complete(profile);
      onDone();
      return markSignedIn();
    } catch (error) {
      if (codeOf(error) === "expired") setTooLate(true);
      else object({ field: fieldOf(error) ?? "", words: wordsFor(error, identityWords.couldntCreate()) });
    }
    setBusy(false);
  }

  return {
    error,
    busy,
    isTooLate,
    shows,
    send,
    read: () => setShows("terms"),
    close: () => setShows(null),
  };
}
