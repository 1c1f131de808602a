import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Case, type CaseKind, type Fact, type Line } from "../../api";
import { wordsFor } from "../../lib/refusal";
import * as words from "../../locales/case";
import { paths } from "../../paths";
import { Ago } from "../../ui/Ago";
import { Button } from "../../ui/Button";
import { Link } from "../../ui/Link";
import { toast } from "../../ui/Toast";
import { isReported } from "../moderation/reasons";
import styles from "./Evidence.module.css";
import { SamePhotos } from "./SamePhotos";

/** The copy of what was reported: its photo and its text, or the messages, once they are opened. */
export function Evidence({ of: { row, link, evidence, isPrivate, photoUrl, furtherPhotos } }: { of: Case }) {
  if (!evidence && isPrivate) return <Sealed of={row} />;
  if (!evidence) return <p className={styles.quiet}>{words.noEvidence({ kind: row.kind })}</p>;
  const { lines, altText, facts } = evidence;
  if (row.kind === "upload") return <Judged facts={facts} photoUrl={photoUrl} />;
  if (!isReported(row.kind)) return <Counted kind={row.kind} facts={facts} />;
  const isGrid = row.kind === "grid";
  return (
    <div className={styles.evidence}>
      {photoUrl && !isGrid && <Photo url={photoUrl} altText={altText} />}
      {isGrid &&
        lines.map((line, place) => (
          <Foto
            key={`${line.createdAt} ${line.text}`}
            line={line}
            url={[photoUrl, ...furtherPhotos][place] ?? null}
          />
        ))}
      {photoUrl && <SamePhotos key={row._id} caseId={row._id} />}
      {isPrivate && (
        <ol className={styles.messages}>
          {lines.map((line) => (
            <Message key={`${line.author} ${line.createdAt}`} line={line} />
          ))}
        </ol>
      )}
      {!isPrivate &&
        !isGrid &&
        lines.map((line) => (
          <Text
            key={`${line.author} ${line.createdAt}`}
            line={line}
            hasPhoto={photoUrl !== null}
            isAmongOthers={lines.length > 1}
          />
        ))}
      {link && (
        <Link
          className={styles.link}
          to={link.kind === "grid" ? paths.grid(row.member.profileId, link.id) : paths.post(link.id)}
        >
          {words.openIt()}
        </Link>
      )}
    </div>
  );
}

/** One foto of a grid with its words. Its copy comes a moment after the report. */
function Foto({ line, url }: { line: Line; url: string | null }) {
  return (
    <div className={styles.evidence}>
      {url && <Photo url={url} altText={line.altText} />}
      <Text line={line} hasPhoto={url !== null} />
    </div>
  );
}

function Photo({ url, altText }: { url: string; altText: string }) {
  return (
    <>
      <img className={styles.photo} src={url} alt={altText || words.photo()} />
      {altText && (
        <p className={styles.quiet}>
          {words.altText()}: <bdi>{altText}</bdi>
        </p>
      )}
    </>
  );
}

/** Why the server opened a case without a reporter. */
function Counted({ kind, facts }: { kind: CaseKind; facts: readonly Fact[] }) {
  return (
    <div className={styles.evidence}>
      <p>{words.openedFor({ kind })}</p>
      <ul>
        {facts.map(({ what, count }) => (
          <li key={what}>{words.counted({ what, times: count })}</li>
        ))}
      </ul>
    </div>
  );
}

/** A photo that the content check refused. It may be what the check says, so a moderator shows it on purpose. */
function Judged({ facts, photoUrl }: { facts: readonly Fact[]; photoUrl: string | null }) {
  const [isShown, setShown] = useState(false);
  return (
    <div className={styles.evidence}>
      {facts.map(({ what }) => (
        <p key={what}>{words.judged({ what })}</p>
      ))}
      {photoUrl && isShown && <img className={styles.photo} src={photoUrl} alt={words.refusedPhoto()} />}
      {photoUrl && !isShown && (
        <div className={styles.cover}>
          <Button onClick={() => setShown(true)} data-key="openMessages" aria-keyshortcuts="o">
            {words.showPhoto()}
          </Button>
        </div>
      )}
    </div>
  );
}

function Text({
  line: { author, text, createdAt, context },
  hasPhoto,
  isAmongOthers = false,
}: {
  line: Line;
  hasPhoto: boolean;
  isAmongOthers?: boolean;
}) {
  const reported = isAmongOthers ? styles.reported : undefined;
  return (
    <div className={context ? styles.context : reported}>
      {context && <p className={styles.quiet}>{words.context({ what: context, name: `@${author}` })}</p>}
      {text ? (
        <p className={styles.text} dir="auto">
          {text}
        </p>
      ) : (
        !hasPhoto && <p className={styles.quiet}>{words.noText()}</p>
      )}
      <p className={styles.quiet}>
        <time dateTime={createdAt}>
          <Ago since={createdAt} />
        </time>
      </p>
    </div>
  );
}

function Message({ line: { author, text, createdAt, isReported } }: { line: Line }) {
  return (
    <li data-reported={isReported || undefined}>
      <p className={styles.quiet}>
        @{author} · <Ago since={createdAt} />
        {isReported && <strong> · {words.reported()}</strong>}
      </p>
      <p className={styles.text} dir="auto">
        {text || words.noText()}
      </p>
    </li>
  );
}

/** Private messages, which a moderator opens on the record, while the case is open. */
function Sealed({ of: { _id: caseId, state } }: { of: Case["row"] }) {
  const openEvidence = useMutation(api.moderation.openEvidence);
  const [isBusy, setBusy] = useState(false);
  if (state === "closed") return <p className={styles.quiet}>{words.sealed()}</p>;
  async function open(): Promise<void> {
    setBusy(true);
    try {
      await openEvidence({ caseId });
    } catch (error) {
      toast(wordsFor(error, words.couldntOpen()), { tone: "danger" });
    }
    setBusy(false);
  }
  return (
    <div className={styles.sealed}>
      <p>
        {words.privateMessages()} <span className={styles.quiet}>{words.openHint()}</span>
      </p>
      <Button disabled={isBusy} onClick={open} data-key="openMessages" aria-keyshortcuts="o">
        {isBusy ? words.opening() : words.openMessages()}
      </Button>
    </div>
  );
}
