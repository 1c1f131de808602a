import { useMutation, useQuery } from "convex/react";
import { type FormEvent, useState } from "react";
import { api, type CollectionId, type PostId } from "../../api";
import { wordsFor } from "../../lib/refusal";
import { clipped } from "../../lib/text";
import * as actions from "../../locales/actions";
import * as words from "../../locales/saving";
import { Alert } from "../../ui/Alert";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { ErrorBoundary } from "../../ui/ErrorBoundary";
import { Field } from "../../ui/Field";
import { RadioChoice } from "../../ui/RadioChoice";
import { SkeletonStatus } from "../../ui/SkeletonStatus";
import { useLastNonNull } from "../../ui/useLastNonNull";
import { NAME_MAX } from "./limits";
import styles from "./SaveDialog.module.css";

/** The collection of a foto: chosen, changed or made new, or none. */
export function SaveDialog({ postId, onClose }: { postId: PostId | null; onClose: () => void }) {
  const shown = useLastNonNull(postId);
  return (
    <Dialog
      open={postId !== null}
      onClose={onClose}
      title={words.title()}
      actions={<Button onClick={onClose}>{actions.close()}</Button>}
    >
      <DialogWords>{words.onlyYou()}</DialogWords>
      {shown && (
        <ErrorBoundary small words={(error) => wordsFor(error, words.couldntLoadCollections())}>
          <Choice key={shown} postId={shown} />
        </ErrorBoundary>
      )}
    </Dialog>
  );
}

function Choice({ postId }: { postId: PostId }) {
  const collections = useQuery(api.saves.getCollections);
  const save = useQuery(api.saves.getSave, { postId });
  const { error, isBusy, run } = useRunning();
  const put = useMutation(api.saves.save);
  const unsave = useMutation(api.saves.unsave);
  if (!collections || save === undefined)
    return (
      <SkeletonStatus words={words.loadingCollections()}>
        <RadioChoice legend={words.collection()} options={[]} chosen={null} onChoose={() => undefined} />
      </SkeletonStatus>
    );
  const own = collections.map(({ _id, name }) => ({ value: _id as string, words: name }));
  return (
    <>
      <RadioChoice
        legend={words.collection()}
        options={[{ value: "", words: words.savedCollection() }, ...own]}
        chosen={save && (save.collectionId ?? "")}
        autoFocus
        onChoose={(value) => run(() => put({ postId, collectionId: (value as CollectionId) || null }))}
      />
      <NewCollection isBusy={isBusy} onMade={(collectionId) => put({ postId, collectionId })} run={run} />
      {save && (
        <Button variant="ghost" onClick={() => run(() => unsave({ postId }))}>
          {words.unsave()}
        </Button>
      )}
      <Alert said={error} />
    </>
  );
}

function NewCollection({
  isBusy,
  onMade,
  run,
}: {
  isBusy: boolean;
  onMade: (id: CollectionId) => Promise<unknown>;
  run: (step: () => Promise<unknown>) => Promise<boolean>;
}) {
  const create = useMutation(api.saves.createCollection);
  const [name, setName] = useState("");

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (await run(async () => onMade(await create({ name })))) setName("");
  }

  return (
    <form className={styles.new} onSubmit={submit}>
      <Field
        label={words.newCollection()}
        value={name}
        onChange={(event) => setName(clipped(event.target.value, NAME_MAX))}
      />
      <Button type="submit" aria-disabled={isBusy || !name.trim()}>
        {words.create()}
      </Button>
    </form>
  );
}

/** One step at a time, and why the last one failed. */
function useRunning() {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<{ words: string } | null>(null);

  async function run(step: () => Promise<unknown>): Promise<boolean> {
    if (isBusy) return false;
    setBusy(true);
    setError(null);
    try {
      await step();
      return true;
    } catch (error) {
      setError({ words: wordsFor(error, words.couldntSave()) });
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { error, isBusy, run };
}
