import { useConvexAuth } from "convex/react";
import { useState } from "react";
import { CodeDialog, SignUpError, TermsDialog } from "../features/identity/dialogs";
import { EntryPage } from "../features/identity/EntryPage";
import { HostedButtons } from "../features/identity/HostedButtons";
import { useMethods } from "../features/identity/hosted";
import { type Challenge, type NewMember, sendAgain, signUp, verify } from "../features/identity/identity";
import { asksReason, keepInvitation, keptInvitation } from "../features/identity/invitation";
import { type FieldError, findMemberError } from "../features/identity/rules";
import { SignUpForm } from "../features/identity/SignUpForm";
import { markSignedIn } from "../features/identity/session";
import { productName } from "../lib/deployment";
import { fieldOf, Refusal, wordsFor } from "../lib/refusal";
import * as codeWords from "../locales/code";
import * as identityWords from "../locales/identity";
import * as signUpWords from "../locales/signUp";
import { paths } from "../paths";
import { ButtonLink } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { Navigate, useLocation } from "../ui/Router";
import { FinishSignUp } from "./FinishSignUp";

/** The sign-up from its beginning; or its end, after a login at a provider. */
export function GetStarted() {
  const { search } = useLocation();
  keepInvitation(search);
  return new URLSearchParams(search).has("complete") ? <FinishSignUp /> : <SignUp />;
}

/** The ways in, the form, its three dialogs, and on to the nooks. */
function SignUp() {
  const open = useMethods();
  const { isAuthenticated } = useConvexAuth();
  const [isNew, setNew] = useState(false);
  const [error, setError] = useState<FieldError | null>(null);
  const [showsError, setShowsError] = useState(false);
  const [readingTerms, setReadingTerms] = useState(false);
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<{ email: string; challenge: Challenge } | null>(null);

  async function begin(member: NewMember): Promise<void> {
    const wrong = findMemberError(member, open.passwordPolicy);
    if (wrong) return object(wrong);
    setBusy(true);
    setError(null);
    try {
      setAsked({ email: member.email, challenge: await signUp(member) });
    } catch (error) {
      object({ field: fieldOf(error) ?? "", words: wordsFor(error, identityWords.couldntCreate()) });
    }
    setBusy(false);
  }

  function object(wrong: FieldError): void {
    setError(wrong);
    setShowsError(true);
  }

  async function finish(challenge: Challenge, code: string): Promise<void> {
    const { status } = await verify(challenge.challengeId, code);
    if (status !== "complete") throw new Refusal("invalid", codeWords.invalid());
    setNew(true);
    markSignedIn();
  }

  const isAsked = asksReason(open.entry);
  const mayEnter =
    open.entry === "open" ||
    open.entry === "approval" ||
    (open.entry === "invite" && keptInvitation() !== "");
  if (isAuthenticated) return <Navigate to={isNew ? paths.nooks() : paths.homeFeed()} replace />;
  return (
    <EntryPage
      title={signUpWords.title()}
      lead={mayEnter ? leadOf(open.embedded, isAsked) : ""}
      way={{ to: paths.login(), words: signUpWords.login() }}
    >
      <title>{signUpWords.pageTitle({ product: productName })}</title>
      {mayEnter && <HostedButtons methods={open} />}
      {!mayEnter && <NoEntry isClosed={open.entry === "closed"} />}
      {mayEnter && open.embedded && (
        <SignUpForm
          policy={open.passwordPolicy}
          asksReason={isAsked}
          busy={busy}
          error={error}
          onSubmit={begin}
          onTerms={() => setReadingTerms(true)}
        />
      )}
      <TermsDialog open={readingTerms} onClose={() => setReadingTerms(false)} />
      <SignUpError open={showsError} error={error} onClose={() => setShowsError(false)} />
      {asked && (
        <CodeDialog
          open
          {...asked}
          otherwise={identityWords.couldntVerify()}
          isSignUp
          onCode={(code) => finish(asked.challenge, code)}
          onAgain={async () =>
            setAsked({ ...asked, challenge: await sendAgain(asked.challenge.challengeId) })
          }
          onClose={() => setAsked(null)}
        />
      )}
    </EntryPage>
  );
}

function leadOf(isEmbedded: boolean, isAsked: boolean): string {
  if (isAsked) return signUpWords.leadApproval();
  return isEmbedded ? signUpWords.lead() : signUpWords.chooseWay();
}

/** In the place of the form, where this visitor may not sign up. */
function NoEntry({ isClosed }: { isClosed: boolean }) {
  return (
    <EmptyState
      title={isClosed ? signUpWords.closed() : signUpWords.invited()}
      help={isClosed ? signUpWords.closedHint() : signUpWords.invitedHint()}
      action={<ButtonLink to={paths.login()}>{signUpWords.login()}</ButtonLink>}
    />
  );
}
