import { useConvexAuth } from "convex/react";
import { use, useState } from "react";
import { Navigate } from "react-router";
import { paths } from "../app/paths";
import { SignUpError, TermsDialog } from "../features/identity/dialogs";
import { complete, type Newcomer, newcomer } from "../features/identity/hosted";
import type { Profile } from "../features/identity/identity";
import { type Objection, objectionToProfile } from "../features/identity/rules";
import { SignUpForm } from "../features/identity/SignUpForm";
import { entered } from "../features/identity/session";
import { productName } from "../lib/deployment";
import { codeOf, fieldOf, wordsFor } from "../lib/refusal";
import { Button, ButtonLink } from "../ui/Button";
import { Link } from "../ui/Link";
import { Notice } from "../ui/Notice";
import { Page } from "../ui/Page";
import { Wordmark } from "../ui/Wordmark";

/** What a provider has not told about somebody new, and on to the nooks. */
export function FinishSignUp() {
  const { isAuthenticated } = useConvexAuth();
  const [isNew, setNew] = useState(false);
  const somebody = use(newcomer());
  if (isAuthenticated) return <Navigate to={isNew ? paths.nooks() : paths.homeFeed()} replace />;
  if ("issuer" in somebody) return <Rest of={somebody} onDone={() => setNew(true)} />;
  if (somebody.problem === "expired") return <Expired />;
  return (
    <main>
      <title>{`Get started · ${productName}`}</title>
      <Notice
        alert
        heading="h1"
        title="You are almost in"
        help={somebody.words}
        action={
          <Button look="light" onClick={() => window.location.reload()}>
            Try again
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
  const { objection, busy, isTooLate, shows, send, read, close } = useRest(onDone);
  if (isTooLate) return <Expired />;
  return (
    <Page
      title="Get started"
      lead={`You come from ${label}${email ? `, as ${email}` : ""}. A little more, and you are in.`}
      head={
        <>
          <Link to={paths.landing()}>
            <Wordmark />
          </Link>
          <ButtonLink look="quiet" to={paths.login()}>
            Login
          </ButtonLink>
        </>
      }
    >
      <title>{`Get started · ${productName}`}</title>
      <SignUpForm
        known={{ fullName, username, dateOfBirth }}
        busy={busy}
        objection={objection}
        onSubmit={send}
        onTerms={read}
      />
      <TermsDialog open={shows === "terms"} onClose={close} />
      <SignUpError open={shows === "error"} objection={objection} onClose={close} />
    </Page>
  );
}

function useRest(onDone: () => void) {
  const [objection, setObjection] = useState<Objection | null>(null);
  const [shows, setShows] = useState<"terms" | "error" | null>(null);
  const [busy, setBusy] = useState(false);
  const [isTooLate, setTooLate] = useState(false);

  function object(wrong: Objection): void {
    setObjection(wrong);
    setShows("error");
  }

  async function send({ fullName, username, dateOfBirth, termsAccepted }: Profile): Promise<void> {
    const profile = { fullName, username, dateOfBirth, termsAccepted };
    const wrong = objectionToProfile(profile);
    if (wrong) return object(wrong);
    setBusy(true);
    setObjection(null);
    try {
      await complete(profile);
      onDone();
      return entered();
    } catch (error) {
      if (codeOf(error) === "expired") setTooLate(true);
      else object({ field: fieldOf(error) ?? "", words: wordsFor(error, "Failed to create account") });
    }
    setBusy(false);
  }

  return {
    objection,
    busy,
    isTooLate,
    shows,
    send,
    read: () => setShows("terms"),
    close: () => setShows(null),
  };
}
