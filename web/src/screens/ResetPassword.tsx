import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { CodeDialog } from "../features/identity/dialogs";
import { EntryPage } from "../features/identity/EntryPage";
import { useMethods } from "../features/identity/hosted";
import {
  askForReset,
  type Challenge,
  type Reset,
  resetByLink,
  resetPassword,
  sendResetAgain,
} from "../features/identity/identity";
import { ResetForm } from "../features/identity/ResetForm";
import {
  type FieldError,
  findNewPasswordError,
  findResetError,
  type PasswordPolicy,
} from "../features/identity/rules";
import { markSignedOut } from "../features/identity/session";
import { productName } from "../lib/deployment";
import { navigate } from "../lib/history";
import { codeOf, fieldOf, wordsFor } from "../lib/refusal";
import * as identityWords from "../locales/identity";
import * as resetPasswordWords from "../locales/resetPassword";
import { paths } from "../paths";
import { ButtonLink } from "../ui/Button";
import { Page } from "../ui/Page";
import { Navigate, useLocation } from "../ui/Router";
import { Wordmark } from "../ui/Wordmark";

/** It is in one file with this page, to which it leads. */
export { UndoEmailChange } from "./UndoEmailChange";

const STAY_MS = 3_000;

/** A new password, proved by a code to the member's mailbox. */
export function ResetPassword() {
  const { embedded, passwordPolicy } = useMethods();
  const { state } = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const { link, error, busy, asked, isDone, begin, finish, again, withdraw } = useReset(form, passwordPolicy);
  if (isDone) return <Done />;
  if (!embedded) return <Navigate to={paths.loginAfter("no_passwords")} replace />;
  return (
    <EntryPage
      title={resetPasswordWords.title()}
      lead={link ? resetPasswordWords.byLink() : resetPasswordWords.byCode()}
      way={{ to: paths.login(), words: resetPasswordWords.login() }}
    >
      <title>{resetPasswordWords.pageTitle({ product: productName })}</title>
      <ResetForm
        email={(state as { email?: string } | null)?.email ?? ""}
        byLink={link !== ""}
        policy={passwordPolicy}
        form={form}
        error={error}
        busy={busy}
        onSubmit={begin}
      />
      {asked && (
        <CodeDialog
          open
          email={asked.reset.email}
          challenge={asked.challenge}
          otherwise={identityWords.couldntReset()}
          onCode={(code) => finish(asked, code)}
          onAgain={() => again(asked)}
          onClose={withdraw}
        />
      )}
    </EntryPage>
  );
}

interface Asked {
  reset: Reset;
  challenge: Challenge;
}

function useReset(form: { current: HTMLFormElement | null }, policy: PasswordPolicy) {
  const [error, setError] = useState<FieldError | null>(null);
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isDone, setDone] = useState(false);
  const { link, forget } = useLink();

  function object(wrong: FieldError): void {
    setError(wrong);
    form.current?.querySelector<HTMLInputElement>(`[name="${wrong.field}"]`)?.focus();
  }

  async function begin(reset: Reset): Promise<void> {
    const wrong = link ? findNewPasswordError(reset, policy) : findResetError(reset, policy);
    if (wrong) return object(wrong);
    setBusy(true);
    setError(null);
    await (link ? choose(reset.newPassword) : ask(reset));
    setBusy(false);
  }

  async function ask(reset: Reset): Promise<void> {
    try {
      setAsked({ reset, challenge: await askForReset(reset.email) });
    } catch (error) {
      object({ field: fieldOf(error) ?? "email", words: wordsFor(error, identityWords.couldntSendReset()) });
    }
  }

  /** A link that is no longer good leaves the form for asking for a code. */
  async function choose(newPassword: string): Promise<void> {
    try {
      await resetByLink(link, newPassword);
    } catch (error) {
      if (codeOf(error) === "expired") flushSync(forget);
      return object({
        field: fieldOf(error) ?? "newPassword",
        words: wordsFor(error, identityWords.couldntReset()),
      });
    }
    setDone(true);
    markSignedOut();
  }

  /** An error about the code shows beside the code, one about the password beside the password. */
  async function finish({ reset, challenge }: Asked, code: string): Promise<void> {
    try {
      await resetPassword(challenge.challengeId, code, reset.newPassword);
    } catch (error) {
      if (fieldOf(error) !== "newPassword") throw error;
      // Synchronously: elements below an open dialog take no focus.
      flushSync(() => setAsked(null));
      return object({ field: "newPassword", words: wordsFor(error, identityWords.couldntReset()) });
    }
    setDone(true);
    markSignedOut();
  }

  const again = async ({ reset, challenge }: Asked) =>
    setAsked({ reset, challenge: await sendResetAgain(challenge.challengeId) });

  return { link, error, busy, asked, isDone, begin, finish, again, withdraw: () => setAsked(null) };
}

/** The link's part behind the `#`, or nothing. It leaves the address at once: a history keeps addresses. */
function useLink(): { link: string; forget: () => void } {
  const { hash, state } = useLocation();
  const [link, setLink] = useState(hash.slice(1));
  useEffect(() => {
    if (!hash) return;
    setLink(hash.slice(1));
    navigate(paths.resetPassword(), { replace: true, state });
  }, [hash, state]);
  return { link, forget: () => setLink("") };
}

function Done() {
  const loginLink = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    loginLink.current?.focus();
    const timer = setTimeout(() => navigate(paths.login(), { replace: true }), STAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Page title={resetPasswordWords.done()} lead={resetPasswordWords.doneHint()} head={<Wordmark />}>
      <title>{resetPasswordWords.doneTitle({ product: productName })}</title>
      <ButtonLink variant="primary" wide replace ref={loginLink} to={paths.login()}>
        {resetPasswordWords.goBack()}
      </ButtonLink>
    </Page>
  );
}
