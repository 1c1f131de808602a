import { useQuery } from "convex/react";
import { useState } from "react";
import { api, type PolicyKind } from "../../api";
import { deleteNote, getNote, putNote } from "../../lib/offlineStorage";
import { wordsFor } from "../../lib/refusal";
import * as words from "../../locales/policyEditor";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorBoundary } from "../../ui/ErrorBoundary";
import { BlocksSkeleton } from "../policies/BlocksSkeleton";
import { KIND_WORDS } from "../policies/kinds";
import styles from "./Policies.module.css";
import { PolicyEditor } from "./PolicyEditor";
import { PolicyVersions } from "./PolicyVersions";

const KINDS = Object.keys(KIND_WORDS) as PolicyKind[];

/** Owners write the operator's documents here. */
export function Policies() {
  const [kind, setKind] = useState<PolicyKind>("about");
  return (
    <div className={styles.policies}>
      <label className={styles.kind}>
        <span>{words.kind()}</span>
        <select value={kind} onChange={(event) => setKind(event.target.value as PolicyKind)}>
          {KINDS.map((one) => (
            <option key={one} value={one}>
              {KIND_WORDS[one]()}
            </option>
          ))}
        </select>
      </label>
      <ErrorBoundary about={kind} words={(error) => wordsFor(error, words.couldntLoad())}>
        <Policy key={kind} kind={kind} />
      </ErrorBoundary>
    </div>
  );
}

/** The unpublished text of a document, or null. It is kept until it is published, whatever happens to the page. */
function useDraft(kind: PolicyKind) {
  const key = `document-${kind}`;
  const [text, setText] = useState(() => {
    const kept = getNote(key);
    return typeof kept === "string" ? kept : null;
  });
  function write(next: string | null): void {
    setText(next);
    if (next === null) deleteNote(key);
    else putNote(key, next);
  }
  return [text, write] as const;
}

function Policy({ kind }: { kind: PolicyKind }) {
  const versions = useQuery(api.policies.getHistory, { kind });
  const newest = versions?.[0]?.version;
  const source = useQuery(api.policies.getVersion, newest ? { kind, version: newest } : "skip");
  const [draft, setDraft] = useDraft(kind);
  if (!versions || (newest && !source && draft === null)) return <BlocksSkeleton />;
  return (
    <>
      <PolicyEditor
        kind={kind}
        newest={newest ?? 0}
        text={draft ?? source?.text ?? ""}
        published={source?.text ?? ""}
        onChange={setDraft}
      />
      <section aria-labelledby="policy-versions" className={styles.part}>
        <h2 id="policy-versions">{words.versions()}</h2>
        {versions.length > 0 ? (
          <PolicyVersions kind={kind} versions={versions} onEdit={setDraft} />
        ) : (
          <EmptyState
            title={words.noVersions()}
            help={kind === "terms" ? words.noVersionsHint() : words.noVersionsAbout()}
          />
        )}
      </section>
    </>
  );
}
