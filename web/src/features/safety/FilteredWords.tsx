import { useMutation, useQuery } from "convex/react";
import { type FormEvent, useRef, useState } from "react";
import { api } from "../../api";
import { wordsFor } from "../../lib/refusal";
import * as actions from "../../locales/actions";
import * as words from "../../locales/filteredWords";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { SkeletonStatus } from "../../ui/SkeletonStatus";
import { toast } from "../../ui/Toast";
import choiceStyles from "./Choices.module.css";
import styles from "./FilteredWords.module.css";

/** The words that the viewer filters, newest first, live; more can be added, and each can be removed. */
export function FilteredWords() {
  const list = useQuery(api.safety.getFilteredWords, {});
  const field = useRef<HTMLInputElement>(null);
  if (!list)
    return (
      <SkeletonStatus words={words.loading()}>
        <div className={styles.blank} />
      </SkeletonStatus>
    );
  return (
    <div className={styles.words}>
      <AddForm field={field} />
      {list.length === 0 ? (
        <p className={choiceStyles.none}>
          <strong>{words.none()}</strong>
          {words.noneHint()}
        </p>
      ) : (
        <ul className={styles.list} aria-label={words.list()}>
          {list.map((word) => (
            <FilteredWord key={word} word={word} onRemoved={() => field.current?.focus()} />
          ))}
        </ul>
      )}
    </div>
  );
}

function AddForm({ field }: { field: React.RefObject<HTMLInputElement | null> }) {
  const add = useMutation(api.safety.filterWord);
  const [word, setWord] = useState("");
  const [wrong, setWrong] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    try {
      await add({ word });
      toast(words.added({ word: word.trim() }));
      setWord("");
      setWrong(undefined);
    } catch (error) {
      setWrong(wordsFor(error, actions.failed()));
    } finally {
      setBusy(false);
      field.current?.focus();
    }
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field
        ref={field}
        label={words.word()}
        hint={words.wordHint()}
        wrong={wrong}
        isRight={false}
        value={word}
        dir="auto"
        autoComplete="off"
        onChange={({ target }) => {
          setWord(target.value);
          setWrong(undefined);
        }}
      />
      <Button type="submit" aria-disabled={isBusy || word.trim() === ""}>
        {words.add()}
      </Button>
    </form>
  );
}

function FilteredWord({ word, onRemoved }: { word: string; onRemoved: () => void }) {
  const remove = useMutation(api.safety.unfilterWord);
  const [isBusy, setBusy] = useState(false);
  async function act(): Promise<void> {
    setBusy(true);
    try {
      await remove({ word });
      toast(words.removed({ word }));
      onRemoved();
    } catch (error) {
      setBusy(false);
      toast(wordsFor(error, actions.failed()), { tone: "danger" });
    }
  }
  return (
    <li>
      <bdi>{word}</bdi>
      <Button variant="ghost" disabled={isBusy} aria-label={words.removeOf({ word })} onClick={act}>
        {words.remove()}
      </Button>
    </li>
  );
}
