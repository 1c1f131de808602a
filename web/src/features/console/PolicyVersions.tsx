import { useQuery } from "convex/react";
import { useState } from "react";
import { api, type PolicyHistoryRow, type PolicyKind } from "../../api";
import { longTime } from "../../lib/days";
import * as words from "../../locales/policyEditor";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Blocks } from "../policies/Blocks";
import { BlocksSkeleton } from "../policies/BlocksSkeleton";
import styles from "./Policies.module.css";

/** The versions of a document, newest first. Each can be read, and taken as the text to go on from. */
export function PolicyVersions({
  kind,
  versions,
  onEdit,
}: {
  kind: PolicyKind;
  versions: readonly PolicyHistoryRow[];
  onEdit: (text: string) => void;
}) {
  const [shown, setShown] = useState<number | null>(null);
  return (
    <>
      <ul className={styles.versions}>
        {versions.map((each) => (
          <li key={each.version} className={styles.version}>
            <p>
              {words.version({ version: each.version })}
              <small className={styles.hint}>{aboutVersion(each)}</small>
            </p>
            <Button variant="ghost" onClick={() => setShown(each.version)}>
              {words.show({ version: each.version })}
            </Button>
          </li>
        ))}
      </ul>
      {shown !== null && (
        <VersionDialog kind={kind} version={shown} onClose={() => setShown(null)} onEdit={onEdit} />
      )}
    </>
  );
}

function aboutVersion({ publishedAt, publisher, needsAcceptance, acceptedBy }: PolicyHistoryRow): string {
  const parts = [
    longTime(publishedAt),
    publisher ? words.by({ username: publisher }) : words.byOperator(),
    needsAcceptance && words.toAccept(),
    (needsAcceptance || acceptedBy > 0) && words.accepted({ count: acceptedBy }),
  ];
  return parts.filter(Boolean).join(" · ");
}

function VersionDialog({
  kind,
  version,
  onClose,
  onEdit,
}: {
  kind: PolicyKind;
  version: number;
  onClose: () => void;
  onEdit: (text: string) => void;
}) {
  const source = useQuery(api.policies.getVersion, { kind, version });
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.version({ version })}
      actions={
        <>
          {source && (
            <Button
              variant="ghost"
              onClick={() => {
                onEdit(source.text);
                onClose();
              }}
            >
              {words.edit()}
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            {words.close()}
          </Button>
        </>
      }
    >
      {source ? <Blocks blocks={source.blocks} /> : <BlocksSkeleton />}
    </Dialog>
  );
}
