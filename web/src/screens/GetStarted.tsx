import { useConvexAuth } from "convex/react";
import { useState } from "react";
import { Link, Navigate } from "react-router";
import { paths } from "../app/paths";
import { CodeDialog } from "../features/identity/CodeDialog";
import { type Challenge, type NewMember, signUp } from "../features/identity/identity";
import { objectionTo } from "../features/identity/rules";
import { SignUpForm } from "../features/identity/SignUpForm";
import { entered } from "../features/identity/session";
import { TermsDialog } from "../features/identity/TermsDialog";
import { productName } from "../lib/deployment";
import { wordsFor } from "../lib/refusal";
import { Button, ButtonLink } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { Page } from "../ui/Page";
import { Wordmark } from "../ui/Wordmark";

/** Sign-up: the form, its three dialogs, and on to the nooks. */
export function GetStarted() {
  const { isAuthenticated } = useConvexAuth();
  const [isNew, setNew] = useState(false);
  const [objection, setObjection] = useState<string | null>(null);
  const [readingTerms, setReadingTerms] = useState(false);
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<{ email: string; challenge: Challenge } | null>(null);

  async function begin(member: NewMember): Promise<void> {
    const wrong = objectionTo(member, new Date());
    if (wrong) return setObjection(wrong);
    setBusy(true);
    try {
      setAsked({ email: member.email, challenge: await signUp(member) });
    } catch (error) {
      setObjection(wordsFor(error, "Failed to create account"));
    }
    setBusy(false);
  }

  function finish(): void {
    setNew(true);
    entered();
  }

  if (isAuthenticated) return <Navigate to={isNew ? paths.nooks() : paths.homeFeed()} replace />;
  return (
    <Page
      title="Get started"
      lead="A name, a way to reach you, and you are in."
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
      <SignUpForm busy={busy} onSubmit={begin} onTerms={() => setReadingTerms(true)} />
      <TermsDialog open={readingTerms} onClose={() => setReadingTerms(false)} />
      <SignUpError words={objection} onClose={() => setObjection(null)} />
      {asked && (
        <CodeDialog
          {...asked}
          onChallenge={(challenge) => setAsked({ ...asked, challenge })}
          onComplete={finish}
          onClose={() => setAsked(null)}
        />
      )}
    </Page>
  );
}

function SignUpError({ words, onClose }: { words: string | null; onClose: () => void }) {
  return (
    <Dialog
      open={words !== null}
      onClose={onClose}
      title="Sign Up Error"
      actions={
        <Button look="light" onClick={onClose}>
          OK
        </Button>
      }
    >
      <p>{words}</p>
    </Dialog>
  );
}
