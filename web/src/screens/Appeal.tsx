import { useCallback, useEffect, useRef, useState } from "react";
import type { Statement } from "../api";
import { Decisions, DecisionsSkeleton } from "../features/moderation/Decisions";
import { appealFor, decisionsFor } from "../features/moderation/suspension";
import { productName } from "../lib/deployment";
import { navigate } from "../lib/history";
import { codeOf, wordsFor } from "../lib/refusal";
import * as decisionsWords from "../locales/decisions";
import * as suspendedWords from "../locales/suspended";
import { paths } from "../paths";
import { ButtonLink } from "../ui/Button";
import { FailedPart } from "../ui/ErrorBoundary";
import { Link } from "../ui/Link";
import { Page } from "../ui/Page";
import { useLocation } from "../ui/Router";
import { Wordmark } from "../ui/Wordmark";

type Read = { is: "coming" } | { is: "failed"; error: unknown } | { is: "there"; decisions: Statement[] };

/** Tells a suspended member, who can't log in, what was decided and why, and takes their appeals. */
export function Appeal() {
  const token = useToken();
  const { read, again } = useDecisions(token);
  const isIncomplete = token === "" || (read.is === "failed" && codeOf(read.error) === "not_found");
  return (
    <Page
      title={isIncomplete ? suspendedWords.incomplete() : suspendedWords.title()}
      lead={isIncomplete ? suspendedWords.incompleteHint() : suspendedWords.lead()}
      head={
        <>
          <Link to={paths.landing()}>
            <Wordmark />
          </Link>
          <ButtonLink variant="ghost" to={paths.login()}>
            {suspendedWords.login()}
          </ButtonLink>
        </>
      }
    >
      <title>{suspendedWords.pageTitle({ product: productName })}</title>
      {isIncomplete ? (
        <ButtonLink variant="primary" wide to={paths.login()}>
          {suspendedWords.toLogin()}
        </ButtonLink>
      ) : (
        <Content read={read} token={token} onRead={again} />
      )}
    </Page>
  );
}

function Content({ read, token, onRead }: { read: Read; token: string; onRead: () => Promise<void> }) {
  if (read.is === "coming") return <DecisionsSkeleton />;
  if (read.is === "failed")
    return (
      <FailedPart help={wordsFor(read.error, decisionsWords.couldntLoad())} onRetry={() => void onRead()} />
    );
  return (
    <>
      <h2 className="visually-hidden">{decisionsWords.title()}</h2>
      <Decisions
        decisions={read.decisions}
        onAppeal={async (measureId, text) => {
          await appealFor(token, measureId, text);
          await onRead();
        }}
      />
    </>
  );
}

/** The address's part behind the `#`. It leaves the address at once: a history keeps addresses. */
function useToken(): string {
  const { hash } = useLocation();
  const [token, setToken] = useState(hash.slice(1));
  useEffect(() => {
    if (!hash) return;
    setToken(hash.slice(1));
    navigate(paths.appeal(), { replace: true });
  }, [hash]);
  return token;
}

function useDecisions(token: string): { read: Read; again: () => Promise<void> } {
  const [read, setRead] = useState<Read>({ is: "coming" });
  const shown = useRef(token);
  const again = useCallback(async () => {
    if (!token) return;
    const found: Read = await decisionsFor(token).then(
      (decisions) => ({ is: "there", decisions }),
      (error: unknown) => ({ is: "failed", error }),
    );
    // Another link may have been opened in this tab meanwhile.
    if (shown.current === token) setRead(found);
  }, [token]);
  useEffect(() => {
    shown.current = token;
    setRead({ is: "coming" });
    void again();
  }, [again, token]);
  return { read, again };
}
