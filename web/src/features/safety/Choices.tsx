import { useMutation, useQuery } from "convex/react";
import { api, type Commenters, type Requesters, type SafetySettings } from "../../api";
import { wordsFor } from "../../lib/refusal";
import * as words from "../../locales/safetyChoices";
import * as settingsWords from "../../locales/settings";
import { RadioChoice, type RadioOption } from "../../ui/RadioChoice";
import { SkeletonStatus } from "../../ui/SkeletonStatus";
import { toast } from "../../ui/Toast";
import styles from "./Choices.module.css";

/** Who may comment on the viewer's fotos and flicks. */
export function CommentersChoice() {
  const choose = useMutation(api.safety.setCommenters).withOptimisticUpdate((store, { commenters }) => {
    const now = store.getQuery(api.safety.getSettings, {});
    if (now) store.setQuery(api.safety.getSettings, {}, { ...now, commenters });
  });
  const options: RadioOption<Commenters>[] = [
    { value: "everyone", words: words.everyone() },
    { value: "in_flow", words: words.inFlow() },
    { value: "no_one", words: words.noOne() },
  ];
  return (
    <Choice
      legend={words.whoComments()}
      options={options}
      chosenIn={(settings) => settings.commenters}
      choose={(commenters) => choose({ commenters })}
    />
  );
}

/** Who may send the viewer requests to syncflow. */
export function RequestersChoice() {
  const choose = useMutation(api.safety.setRequesters).withOptimisticUpdate((store, { requesters }) => {
    const now = store.getQuery(api.safety.getSettings, {});
    if (now) store.setQuery(api.safety.getSettings, {}, { ...now, requesters });
  });
  const options: RadioOption<Requesters>[] = [
    { value: "everyone", words: words.everyone() },
    { value: "friends_of_friends", words: words.inCommon() },
    { value: "no_one", words: words.noOne() },
  ];
  return (
    <Choice
      legend={words.whoAsks()}
      options={options}
      chosenIn={(settings) => settings.requesters}
      choose={(requesters) => choose({ requesters })}
    />
  );
}

function Choice<Value extends string>({
  legend,
  options,
  chosenIn,
  choose,
}: {
  legend: string;
  options: RadioOption<Value>[];
  chosenIn: (settings: SafetySettings) => Value;
  choose: (value: Value) => Promise<unknown>;
}) {
  const settings = useQuery(api.safety.getSettings, {});
  if (!settings)
    return (
      <SkeletonStatus words={settingsWords.loading()}>
        <div className={styles.blank}>
          {options.map(({ value }) => (
            <span key={value} />
          ))}
        </div>
      </SkeletonStatus>
    );
  return (
    <RadioChoice
      legend={legend}
      options={options}
      chosen={chosenIn(settings)}
      onChoose={(value) =>
        choose(value).catch((error) =>
          toast(wordsFor(error, settingsWords.couldntSave()), { tone: "danger" }),
        )
      }
    />
  );
}
