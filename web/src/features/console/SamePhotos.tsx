import { useAction } from "convex/react";
import { useState } from "react";
import { api, type CaseId, type SamePhoto } from "../../api";
import { wordsFor } from "../../lib/refusal";
import * as words from "../../locales/case";
import { paths } from "../../paths";
import { Ago } from "../../ui/Ago";
import { Button } from "../../ui/Button";
import { Link } from "../../ui/Link";
import { toast } from "../../ui/Toast";
import styles from "./SamePhotos.module.css";

/** Other posts of the photo of a case. The server compares it with all photos, so it does so only when asked. */
export function SamePhotos({ caseId }: { caseId: CaseId }) {
  const find = useAction(api.moderation.findSamePhoto);
  const [found, setFound] = useState<SamePhoto[] | null>();
  const [isBusy, setBusy] = useState(false);
  async function search(): Promise<void> {
    setBusy(true);
    try {
      setFound(await find({ caseId }));
    } catch (error) {
      toast(wordsFor(error, words.couldntFind()), { tone: "danger" });
    }
    setBusy(false);
  }
  return (
    <div className={styles.same}>
      <Button disabled={isBusy} onClick={search}>
        {isBusy ? words.finding() : words.findSamePhoto()}
      </Button>
      <div role="status">
        {found === null && <p className={styles.quiet}>{words.cantCompare()}</p>}
        {found?.length === 0 && <p className={styles.quiet}>{words.noSamePhoto()}</p>}
      </div>
      {found && found.length > 0 && (
        <ul className={styles.list} aria-label={words.samePhotos()}>
          {found.map((one) => (
            <Found key={one._id} of={one} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Found({ of: { _id, author, createdAt, isRemoved, isVisible } }: { of: SamePhoto }) {
  return (
    <li>
      <p>
        <bdi>@{author}</bdi>
        {isRemoved && <strong> · {words.removed()}</strong>}
      </p>
      <p className={styles.quiet}>
        <bdi>{_id}</bdi> · <Ago since={createdAt} />
      </p>
      {isVisible && (
        <Link to={paths.post(_id)} className={styles.link}>
          {words.openIt()}
        </Link>
      )}
    </li>
  );
}
