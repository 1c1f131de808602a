import { useMutation } from "convex/react";
import { type FormEvent, useState } from "react";
import { api, type Contents, type Import, type PostType } from "../../api";
import { longDate } from "../../lib/days";
import { wordsFor } from "../../lib/refusal";
import * as words from "../../locales/imports";
import { Alert } from "../../ui/Alert";
import { Button } from "../../ui/Button";
import { RadioChoice } from "../../ui/RadioChoice";
import { SettingsSection } from "../../ui/SettingsPage";
import { CancelImport } from "./CancelImport";
import { type CountRow, Counts } from "./Counts";
import styles from "./Imports.module.css";
import { Problems } from "./Problems";
import { sourceName } from "./sources";

/** What an archive has, what of it cannot come, and the question who sees it. Nothing has arrived yet. */
export function ImportPreview({ found, contents }: { found: Import; contents: Contents }) {
  return (
    <>
      <SettingsSection
        title={words.readyTitle()}
        help={
          <bdi>{[found.source && sourceName(found.source), found.fileName].filter(Boolean).join(" · ")}</bdi>
        }
      >
        <div className={styles.status}>
          <Counts rows={comes(contents)} />
          <Notes notes={notes(contents)} />
        </div>
      </SettingsSection>
      <Problems importId={found._id} left={left(contents)} />
      <Start found={found} posts={contents.posts} />
    </>
  );
}

function comes({ posts, fotos, earliest, latest, grids, collections }: Contents): CountRow[] {
  return [
    [words.posts(), posts],
    [words.fotos(), fotos],
    [words.oldest(), earliest ? dayOf(earliest) : 0],
    [words.newest(), latest ? dayOf(latest) : 0],
    [words.grids(), grids],
    [words.collections(), collections],
  ];
}

const dayOf = (at: string) => <time dateTime={at}>{longDate(at)}</time>;

/** What is different here. */
function notes({ profile, undated, shortened }: Contents): string[] {
  return [
    profile && words.profile(),
    undated > 0 && words.undated({ count: undated }),
    shortened > 0 && words.shortened({ count: shortened }),
  ].filter((each) => each !== false);
}

/** What stays where it is. */
function left({ videos, boosts, replies, withoutFotos }: Contents): CountRow[] {
  return [
    [words.videos(), videos],
    [words.boosts(), boosts],
    [words.replies(), replies],
    [words.withoutFotos(), withoutFotos],
  ];
}

function Notes({ notes: all }: { notes: string[] }) {
  if (all.length === 0) return null;
  return (
    <ul className={styles.notes}>
      {all.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

function Start({ found: { _id, source }, posts }: { found: Import; posts: number }) {
  const [postType, setPostType] = useState<PostType>("cue");
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<{ words: string } | null>(null);
  const start = useMutation(api.imports.start);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setError(null);
    await start({ importId: _id, postType }).catch((refusal: unknown) => {
      setError({ words: wordsFor(refusal, words.couldntStart()) });
      setBusy(false);
    });
  }

  return (
    <SettingsSection title={words.audienceTitle()} isCard>
      <form className={styles.status} onSubmit={submit}>
        <RadioChoice
          legend={words.audience()}
          options={[
            { value: "cue", words: words.cue() },
            { value: "sphere", words: source === "inflow" ? words.asBefore() : words.sphere() },
          ]}
          chosen={postType}
          onChoose={setPostType}
        />
        <p className={styles.hint}>{words.audienceHint()}</p>
        <Alert said={error} className={styles.error} />
        <div className={styles.actions}>
          <Button variant="primary" type="submit" disabled={isBusy}>
            {words.start({ count: posts })}
          </Button>
          <CancelImport importId={_id} done={0} />
        </div>
      </form>
    </SettingsSection>
  );
}
