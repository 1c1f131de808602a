import { useMutation, useQuery } from "convex/react";
import { api, type Commenters } from "../../api";
import { wordsFor } from "../../lib/refusal";
import * as words from "../../locales/safetyChoices";
import * as settingsWords from "../../locales/settings";
import { RadioChoice } from "../../ui/RadioChoice";
import { SkeletonStatus } from "../../ui/SkeletonStatus";
import { toast } from "../../ui/Toast";
import styles from "./Choices.module.css";

/** Who may comment on the viewer's fotos and flicks. */
export function CommentersChoice() {
  const settings = useQuery(api.safety.getSettings, {});
  const choose = useMutation(api.safety.setCommenters).withOptimisticUpdate((store, { commenters }) => {
    const now = store.getQuery(api.safety.getSettings, {});
    if (now) store.setQuery(api.safety.getSettings, {}, { ...now, commenters });
  });
  if (!settings) return <ChoiceSkeleton />;
  const options: { value: Commenters; words: string }[] = [
    { value: "everyone", words: words.everyone() },
    { value: "in_flow", words: words.inFlow() },
    { value: "no_one", words: words.noOne() },
  ];
  return (
    <RadioChoice
      legend={words.whoComments()}
      options={options}
      chosen={settings.commenters}
      onChoose={(commenters) =>
        choose({ commenters }).catch((error) =>
          toast(wordsFor(error, settingsWords.couldntSave()), { tone: "danger" }),
        )
      }
    />
  );
}

function ChoiceSkeleton() {
  return (
    <SkeletonStatus words={settingsWords.loading()}>
      <div className={styles.blank}>
        {["a", "b", "c"].map((name) => (
          <span key={name} />
        ))}
      </div>
    </SkeletonStatus>
  );
}
