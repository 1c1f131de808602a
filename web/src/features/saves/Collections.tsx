import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Collection, type CollectionId } from "../../api";
import { navigate } from "../../lib/history";
import { wordsFor } from "../../lib/refusal";
import * as actions from "../../locales/actions";
import * as words from "../../locales/saved";
import * as savingWords from "../../locales/saving";
import { paths } from "../../paths";
import { Alert } from "../../ui/Alert";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { EditTextDialog } from "../../ui/EditTextDialog";
import { Link } from "../../ui/Link";
import { MoreMenu } from "../../ui/MoreMenu";
import styles from "./Collections.module.css";
import { NAME_MAX } from "./limits";

const pathOf = (id: CollectionId) => `${paths.saved()}?collection=${id}`;

type Opened = "new" | "name" | "deletion" | null;

/** The member's collections, of which the chosen one is in the address. */
export function Collections({
  collections,
  chosen,
}: {
  collections: readonly Collection[];
  chosen: Collection | undefined;
}) {
  const [opened, setOpened] = useState<Opened>(null);
  const create = useMutation(api.saves.createCollection);
  const rename = useMutation(api.saves.renameCollection);
  const close = () => setOpened(null);
  const field = (text: string) => [{ label: words.name(), text, most: NAME_MAX, rows: 1 }];
  return (
    <div className={styles.row}>
      <nav className={styles.collections} aria-label={words.collections()}>
        <Link to={paths.saved()} aria-current={chosen ? undefined : "page"}>
          {savingWords.savedCollection()}
        </Link>
        {collections.map(({ _id, name }) => (
          <Link key={_id} to={pathOf(_id)} aria-current={chosen?._id === _id ? "page" : undefined}>
            <bdi>{name}</bdi>
          </Link>
        ))}
      </nav>
      <MoreMenu
        label={words.more()}
        items={[
          { words: savingWords.newCollection(), onPick: () => setOpened("new") },
          ...(chosen
            ? [
                { words: words.rename(), onPick: () => setOpened("name") },
                { words: words.deleteCollection(), onPick: () => setOpened("deletion"), isDanger: true },
              ]
            : []),
        ]}
      />
      {opened === "new" && (
        <EditTextDialog
          onClose={close}
          title={savingWords.newCollection()}
          fields={field("")}
          save={async (name) => navigate(pathOf(await create({ name: name ?? "" })))}
          saved={words.made()}
          couldntSave={words.couldntMake()}
        />
      )}
      {opened === "name" && chosen && (
        <EditTextDialog
          onClose={close}
          title={words.rename()}
          fields={field(chosen.name)}
          save={(name) => rename({ collectionId: chosen._id, name: name ?? "" })}
          saved={words.renamed()}
          couldntSave={words.couldntRename()}
        />
      )}
      {opened === "deletion" && chosen && <Deletion collection={chosen} onClose={close} />}
    </div>
  );
}

function Deletion({ collection: { _id, name }, onClose }: { collection: Collection; onClose: () => void }) {
  const remove = useMutation(api.saves.deleteCollection);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<{ words: string } | null>(null);

  async function act(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await remove({ collectionId: _id });
      onClose();
      navigate(paths.saved(), { replace: true });
    } catch (error) {
      setError({ words: wordsFor(error, words.couldntDelete()) });
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={words.deleteQuestion({ name })}
      actions={
        <>
          <Button onClick={onClose}>{actions.cancel()}</Button>
          <Button variant="danger" aria-disabled={isBusy} onClick={act}>
            {words.deleteCollection()}
          </Button>
        </>
      }
    >
      <DialogWords>{words.staySaved()}</DialogWords>
      <Alert said={error} />
    </Dialog>
  );
}
