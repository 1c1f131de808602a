import { useConvexAuth } from "convex/react";
import { useEffect } from "react";
import type { PolicyDocument, PolicyKind } from "../api";
import { BlocksSkeleton } from "../features/policies/BlocksSkeleton";
import { Documents } from "../features/policies/Documents";
import { KIND_WORDS } from "../features/policies/kinds";
import { type Read, useLiveDocuments, useVisitorDocuments } from "../features/policies/useDocuments";
import { productName, supportEmail } from "../lib/deployment";
import { wordsFor } from "../lib/refusal";
import { sourceUrl } from "../lib/sourceUrl";
import * as words from "../locales/about";
import * as landingWords from "../locales/landing";
import * as policyWords from "../locales/policies";
import { paths } from "../paths";
import { ButtonLink } from "../ui/Button";
import { ErrorBoundary, FailedPart } from "../ui/ErrorBoundary";
import { Link } from "../ui/Link";
import { Page } from "../ui/Page";
import { useLocation } from "../ui/Router";
import { Wordmark } from "../ui/Wordmark";
import styles from "./About.module.css";

const FIRST: readonly PolicyKind[] = ["about", "rules"];
const LAST: readonly PolicyKind[] = ["imprint", "terms", "privacy"];

/** What the operator says about this server, how to reach them, and what is measured. Everyone may read it. */
export function About() {
  const { isLoading, isAuthenticated } = useConvexAuth();
  return (
    <Page
      reads
      title={words.title({ product: productName })}
      lead={landingWords.lead()}
      head={
        <>
          <Link to={isAuthenticated ? paths.homeFeed() : paths.landing()}>
            <Wordmark />
          </Link>
          <ButtonLink variant="ghost" to={isAuthenticated ? paths.settings() : paths.login()}>
            {isAuthenticated ? words.toSettings() : words.login()}
          </ButtonLink>
        </>
      }
    >
      <title>{words.pageTitle({ product: productName })}</title>
      <div className={styles.parts}>
        {isLoading ? <BlocksSkeleton /> : isAuthenticated ? <ForMember /> : <ForVisitor />}
      </div>
    </Page>
  );
}

function ForMember() {
  return (
    <ErrorBoundary words={(error) => wordsFor(error, policyWords.couldntLoad())}>
      <LiveContent />
    </ErrorBoundary>
  );
}

const LiveContent = () => <Content {...useLiveDocuments()} />;

const ForVisitor = () => <Content {...useVisitorDocuments()} />;

function Content({ read, again }: { read: Read; again: () => Promise<void> }) {
  const documents = read.is === "there" ? read.documents : [];
  useHash(documents.length > 0);
  const first = among(documents, FIRST);
  const last = among(documents, LAST);
  return (
    <>
      {read.is === "coming" && <BlocksSkeleton />}
      {read.is === "failed" && (
        <FailedPart help={wordsFor(read.error, policyWords.couldntLoad())} onRetry={() => void again()} />
      )}
      {documents.length > 1 && <Contents documents={[...first, ...last]} />}
      <Documents documents={first} />
      <Measured />
      <section aria-labelledby="contact" className={styles.part}>
        <h2 id="contact">{words.contact()}</h2>
        <p>
          <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
        </p>
        {read.is === "there" && documents.length === 0 && <p className={styles.none}>{words.none()}</p>}
      </section>
      <Documents documents={last} />
      <Software />
    </>
  );
}

const among = (documents: readonly PolicyDocument[], kinds: readonly PolicyKind[]) =>
  kinds.flatMap((kind) => documents.filter((each) => each.kind === kind));

function Contents({ documents }: { documents: readonly PolicyDocument[] }) {
  return (
    <nav aria-label={words.contents()} className={styles.contents}>
      {documents.map(({ kind }) => (
        <a key={kind} href={`#${kind}`}>
          {KIND_WORDS[kind]()}
        </a>
      ))}
    </nav>
  );
}

/** What the program itself measures, whatever the operator writes. */
function Measured() {
  return (
    <section aria-labelledby="measured" className={styles.part}>
      <h2 id="measured">{words.measured()}</h2>
      <ul>
        <li>{words.measuredNumbers()}</li>
        <li>{words.measuredLog()}</li>
        <li>{words.measuredReports()}</li>
        <li>{words.measuredNothing()}</li>
      </ul>
    </section>
  );
}

/** The licence, the source code and the licences of the packages: the AGPL gives everyone who uses a server a right to them. */
function Software() {
  return (
    <section aria-labelledby="software" className={styles.part}>
      <h2 id="software">{words.software()}</h2>
      <p>{words.softwareLicence()}</p>
      {sourceUrl ? (
        <p>
          <a href={sourceUrl} rel="noopener noreferrer" target="_blank">
            {words.softwareSource()}
          </a>
        </p>
      ) : (
        <p>{words.softwareAsk()}</p>
      )}
      <p>
        <a href="/licenses.txt" target="_blank" rel="noopener">
          {words.softwarePackages()}
        </a>
      </p>
    </section>
  );
}

/** The part that the address names shows once it is there: the browser looked for it before. */
function useHash(isThere: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (isThere && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash, isThere]);
}
